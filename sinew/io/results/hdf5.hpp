// Reads and writes HDF5 files. Supports the parts that results need: arrays of numbers, texts, and attributes that
// describe them.
//
// Files have the format of HDF5 1.8, which every later library reads. This format does not mark files as open for
// writing: a file that was closed once stays readable even if a program that fills it later is killed. All texts have
// a fixed length, because texts of variable length are stored in heaps, and the library crashes on damaged heaps.
// Reading refuses data that claims to be larger than the file can hold. Available if sinew is built with SINEW_HDF5.
// All functions throw std::runtime_error with the message of the HDF5 library.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sinew/io/results/seal.hpp"

namespace sinew::hdf5 {

using Size = std::uint64_t;

// How numbers are stored. `one_piece`: contiguous and allocated at creation, so that other code can write into the
// file directly. `packed`: in chunks, each of them compressed and with a checksum.
enum class Layout { one_piece, packed };
// Returns how many rows of `row_width` numbers fit into one chunk of a packed array (about 256 KB). If rows are written
// one chunk at a time, each chunk is compressed only once.
Size rows_per_piece(Size row_width);

class File {
 public:
  static File create(const std::filesystem::path& file);  // replaces an existing file
  static File open(const std::filesystem::path& file);    // for reading
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;
  void close();

  // ---- Writing. Paths look like /scene/text; missing groups of a path are created. ----
  void add_numbers(const std::string& path, const std::vector<Size>& dimensions, Layout layout);
  void write_rows(const std::string& path, Size first, Size count, std::span<const double> values);
  void add_whole_number(const std::string& path, Size value);
  // Writes UTF-8 text, padded with zeros to at least `room` bytes.
  void add_text(const std::string& path, const std::string& text, Size room = 0);
  void add_texts(const std::string& path, Size count, Size room, const std::vector<std::string>& texts);
  // Returns the offset in the file of a contiguous dataset.
  Size offset_of(const std::string& path) const;
  // Returns the byte ranges of a dataset. All of its numbers must have been written.
  std::vector<detail::Stretch> stretches_of(const std::string& path) const;
  // Sets an attribute of a dataset, a group, or the file itself ("/").
  void describe(const std::string& path, const std::string& attribute, const std::string& value);
  void describe(const std::string& path, const std::string& attribute,
                const std::vector<std::string>& values);
  void describe(const std::string& path, const std::string& attribute, double value);

  // ---- Reading ----
  bool has(const std::string& path) const;
  std::vector<std::string> names_in(const std::string& group) const;  // in alphabetical order
  std::vector<Size> dimensions(const std::string& path) const;
  std::vector<double> read_rows(const std::string& path, Size first, Size count, Size stride = 1) const;
  Size whole_number(const std::string& path) const;
  std::string text(const std::string& path) const;
  std::vector<std::string> texts(const std::string& path, Size count) const;  // the first `count` texts
  bool is_described(const std::string& path, const std::string& attribute) const;
  std::string described(const std::string& path, const std::string& attribute) const;
  std::vector<std::string> descriptions(const std::string& path, const std::string& attribute) const;
  double described_number(const std::string& path, const std::string& attribute) const;

 private:
  static constexpr Size no_limit = Size(1) << 50;
  File(std::int64_t id, std::filesystem::path file, Size bytes = no_limit);
  void check_amount(const std::string& what, std::span<const Size> factors, Size most) const;
  std::int64_t id_;
  std::filesystem::path path_;
  Size bytes_;  // size of a file opened for reading
};

}  // namespace sinew::hdf5
