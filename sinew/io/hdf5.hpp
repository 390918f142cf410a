// HDF5 files, as far as results need them: arrays of numbers, texts, and attributes that describe them.
//
// Files are of the format of HDF5 1.8, which every later library reads, and which has no mark of a file that is open for
// writing: what was closed once stays readable whatever happens to the program that fills it. All texts have a fixed
// length: those of any length lie in heaps, of which damaged ones crash the library. Nothing is read that is larger
// than the file can hold. There where sinew is built with SINEW_HDF5. All functions throw std::runtime_error with what the
// library says.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "sinew/io/seal.hpp"

namespace sinew::hdf5 {

using Size = std::uint64_t;

// How the numbers lie in the file: in one piece, whose place is there from the start, to be filled from elsewhere; or in
// pieces, each compressed and with a checksum.
enum class Layout { one_piece, packed };
// Rows of so many numbers that one piece of a packed array holds: some 256 KB. Written a piece at a time, each is
// compressed once.
Size rows_per_piece(Size row_width);

class File {
 public:
  static File create(const std::filesystem::path& file);  // replaces what is there
  static File open(const std::filesystem::path& file);    // for reading
  ~File();
  File(File&& other) noexcept;
  File& operator=(File&&) = delete;
  void close();

  // ---- Writing. Paths are like /scene/text; groups on the way are made. ----
  void add_numbers(const std::string& path, const std::vector<Size>& dimensions, Layout layout);
  void write_rows(const std::string& path, Size first, Size count, std::span<const double> values);
  void add_whole_number(const std::string& path, Size value);
  // In UTF-8, filled up with zeros to `room` bytes.
  void add_text(const std::string& path, const std::string& text, Size room = 0);
  void add_texts(const std::string& path, Size count, Size room, const std::vector<std::string>& texts);
  // Where in the file the bytes of something that lies in one piece begin.
  Size offset_of(const std::string& path) const;
  // Where the bytes of a dataset lie, all of which are written.
  std::vector<Stretch> stretches_of(const std::string& path) const;
  // Of a dataset, a group, or the file itself, "/".
  void describe(const std::string& path, const std::string& attribute, const std::string& value);
  void describe(const std::string& path, const std::string& attribute,
                const std::vector<std::string>& values);
  void describe(const std::string& path, const std::string& attribute, double value);

  // ---- Reading ----
  bool has(const std::string& path) const;
  std::vector<std::string> names_in(const std::string& group) const;  // in the order of the alphabet
  std::vector<Size> dimensions(const std::string& path) const;
  std::vector<double> read_rows(const std::string& path, Size first, Size count, Size stride = 1) const;
  Size whole_number(const std::string& path) const;
  std::string text(const std::string& path) const;
  std::vector<std::string> texts(const std::string& path, Size count) const;  // the first of them
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
  Size bytes_;  // of a file that is read
};

}  // namespace sinew::hdf5
