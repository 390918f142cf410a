#include "sinew/io/files/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <utility>

#include "sinew/io/files/pending_file.hpp"

namespace sinew {
namespace {

constexpr double longest_wait = 0.5;  // seconds

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

[[noreturn]] void refuse_by_errno(const std::filesystem::path& file, int number) {
  refuse_output(file, std::strerror(number));
}

// Calls `move` until all bytes are moved; each call returns how many it moved.
template <class Move>
void move_all(const std::filesystem::path& file, std::size_t size, Move&& move) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = move(done, size - done);
    if (count > 0) {
      done += std::size_t(count);
    } else if (count == 0) {
      refuse_output(file, "unexpected end of file");
    } else if (errno != EINTR) {
      refuse_by_errno(file, errno);
    }
  }
}

}  // namespace

void refuse_output(const std::filesystem::path& file, std::string_view reason) {
  throw OutputError("cannot write " + file.string() + ": " + std::string(reason));
}

void check_output_place(const std::filesystem::path& file) {
  std::error_code ignored;
  if (file.empty()) refuse_output("a file without a name", "expected a file name");
  if (std::filesystem::is_directory(file, ignored)) refuse_output(file, "it is a folder");
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (!std::filesystem::exists(folder, ignored)) refuse_output(file, "there is no folder " + folder.string());
}

void write_whole_file(const std::filesystem::path& file, std::string_view content) {
  detail::PendingFile pending(file);
  if (pending.is_special()) {
    detail::OutputFile(pending.place(), detail::OutputFile::Mode::keep, file).append(content);
    return;
  }
  const std::filesystem::path beside = pending.spare_name();
  std::error_code failure;
  try {
    detail::OutputFile output(beside, detail::OutputFile::Mode::replace, pending.place());
    output.append(content);
    output.close();
    std::filesystem::rename(beside, pending.place(), failure);
    if (failure) refuse_output(file, failure.message());
  } catch (const OutputError&) {
    std::filesystem::remove(beside, failure);
    throw;
  }
}

namespace detail {

OutputFile::OutputFile(const std::filesystem::path& file, Mode mode, const std::filesystem::path& known_as)
    : name_(known_as.empty() ? file : known_as) {
  check_output_place(name_);
  const int flags = mode == Mode::replace ? O_CREAT | O_TRUNC : 0;
  struct stat before {};
  const bool replaces = mode == Mode::replace && file != name_ && ::stat(name_.c_str(), &before) == 0;
  const mode_t permissions = replaces ? before.st_mode & 0777 : 0666;
  file_ = ::open(file.c_str(), O_RDWR | O_CLOEXEC | flags, permissions);
  if (file_ < 0) refuse_by_errno(name_, errno);
  if (!replaces) return;
  const bool is_of_group =
      ::fchown(file_, before.st_uid, before.st_gid) == 0 || ::fchown(file_, uid_t(-1), before.st_gid) == 0;
  // If the group could not be kept, the file's group gets only the permissions that everybody has.
  ::fchmod(file_, is_of_group ? permissions : (permissions & 0707) | ((permissions & 07) << 3));
}

OutputFile::~OutputFile() {
  if (file_ >= 0) ::close(file_);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : name_(std::move(other.name_)), file_(std::exchange(other.file_, -1)) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(file_, other.file_);
  return *this;
}

void OutputFile::append(std::string_view bytes) {
  move_all(name_, bytes.size(),
           [&](std::size_t at, std::size_t count) { return ::write(file_, bytes.data() + at, count); });
}

void OutputFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  move_all(name_, bytes.size(), [&](std::size_t at, std::size_t count) {
    return ::pwrite(file_, bytes.data() + at, count, off_t(offset + at));
  });
}

void OutputFile::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
  move_all(name_, bytes.size(), [&](std::size_t at, std::size_t count) {
    return ::pread(file_, bytes.data() + at, count, off_t(offset + at));
  });
}

void OutputFile::reserve(std::uint64_t bytes) {
  if (bytes > std::uint64_t(INT64_MAX)) refuse_by_errno(name_, EFBIG);
  const int failure = bytes > 0 ? ::posix_fallocate(file_, 0, off_t(bytes)) : 0;
  if (failure != 0)
    refuse_output(name_, std::string(std::strerror(failure)) + " (it needs " +
                             std::to_string(bytes / 1'000'000 + 1) + " MB)");
}

void OutputFile::close() {
  if (::close(std::exchange(file_, -1)) != 0) refuse_by_errno(name_, errno);
}

bool FlushClock::is_due() const {
  return seconds_now() - last_ > longest_wait;
}

void FlushClock::start() {
  last_ = seconds_now();
}

}  // namespace detail

}  // namespace sinew
