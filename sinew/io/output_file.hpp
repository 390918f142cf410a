// Files that are written to, with errors that say which and why.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>

namespace sinew {

// An output cannot be written: a folder that is not there, a full disk, no permission.
class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// "cannot write FILE: REASON"; REASON is that of errno, or what is plainer.
[[noreturn]] void refuse_output(const std::filesystem::path& file, std::string_view reason);

// Throws OutputError where `file` cannot become one: its folder is not there, or it is a folder itself.
void check_output_place(const std::filesystem::path& file);

// The whole content of a file, written beside it and then renamed, so that an older one is whole until then, and has its
// permissions. Of a link, what it points to is replaced; a pipe or the like is written into. Throws OutputError, and leaves
// nothing behind then.
void write_whole_file(const std::filesystem::path& file, std::string_view content);

// An open file that can be read back. All functions throw OutputError; what is written is in the system's hands when they return, and stays
// should the program be killed.
class OutputFile {
 public:
  enum class Mode { replace, keep };  // keep: the file is there, and keeps what it has

  // `known_as`: what messages call it, where it is to become another file. Where that file is there, the new one gets
  // its permissions and, as far as the system lets it, its owner.
  OutputFile(const std::filesystem::path& file, Mode mode, const std::filesystem::path& known_as = {});
  ~OutputFile();
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  void append(std::string_view bytes);
  void write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;
  void reserve(std::uint64_t bytes);  // finds a full disk
  void close();                       // what the system has to say of earlier writes

 private:
  std::filesystem::path name_;
  int file_ = -1;
};

// Says when what was gathered should be written: half a second after the last time.
class FlushClock {
 public:
  bool is_due() const;
  void start();

 private:
  double last_ = -1e9;  // seconds
};

}  // namespace sinew
