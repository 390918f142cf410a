// Writes files, with errors that name the file and the reason.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>

namespace sinew {

// An output cannot be written: missing folder, full disk, no permission.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws OutputError with "cannot write FILE: REASON".
[[noreturn]] void refuse_output(const std::filesystem::path& file, std::string_view reason);

// Throws OutputError if `file` cannot be created: its folder does not exist, or it is itself a folder.
void check_output_place(const std::filesystem::path& file);

// Replaces the whole content of a file. Writes a temporary file in the same folder and renames it, so that an existing
// file stays intact until then; its permissions are kept. A symbolic link is followed; a pipe or device is written
// into. On failure, removes the temporary file and throws OutputError.
void write_whole_file(const std::filesystem::path& file, std::string_view content);

namespace detail {

// An open file that can be written and read back. All functions throw OutputError. Writes are passed to the operating
// system before they return, so that the data survives if the program is killed.
class OutputFile {
 public:
  enum class Mode { replace, keep };  // keep: the file exists and keeps its content

  // `known_as`: the file that this one will replace, which messages name; empty if there is none. If it exists, this
  // file gets its permissions and, if the system allows it, its owner.
  OutputFile(const std::filesystem::path& file, Mode mode, const std::filesystem::path& known_as = {});
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  void append(std::string_view bytes);
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
  void reserve(std::uint64_t bytes);  // allocates the space, and so detects a full disk
  void close();                       // reports errors of earlier writes that the system delayed

 private:
  std::filesystem::path name_;
  int file_ = -1;
};

// Tells when buffered data should be written: half a second after the last write.
class FlushClock {
 public:
  bool is_due() const;
  void start();

 private:
  double last_ = -1e9;  // seconds
};

}  // namespace detail

}  // namespace sinew
