#include "sinew/io/files/pending_file.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "sinew/io/files/output_file.hpp"

namespace sinew::detail {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;  // the limit of the operating system
constexpr int most_beside = 1000;

// Follows symbolic links. The target need not exist.
fs::path followed(const fs::path& file) {
  fs::path at = file;
  std::error_code ignored;
  for (int i = 0; i < most_links; ++i) {
    if (!fs::is_symlink(at, ignored)) return at;
    const fs::path target = fs::read_symlink(at, ignored);
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  refuse_output(file, std::strerror(ELOOP));
}

// Renames a file and returns true; returns false if `to` exists. Some file systems cannot do this in one operation; on
// those, the name is reserved first by creating an empty file.
bool rename_to_free_name(const fs::path& from, const fs::path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EINVAL || errno == ENOSYS) {
    const int taken = ::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (taken >= 0) {
      ::close(taken);
      if (::rename(from.c_str(), to.c_str()) == 0) return true;
    }
  }
  if (errno != EEXIST) refuse_output(to, std::strerror(errno));
  return false;
}

}  // namespace

fs::path name_beside(const fs::path& file, std::string_view word) {
  fs::path name = file.stem();
  name += "." + std::string(word);
  name += file.extension();
  return file.parent_path() / name;
}

PendingFile::PendingFile(const fs::path& file) {
  check_output_place(file);
  place_ = followed(file);
  check_output_place(place_);
  std::error_code ignored;
  is_special_ = fs::exists(place_, ignored) && !fs::is_regular_file(place_, ignored);
  if (is_special_) current_ = place_;
}

fs::path PendingFile::spare_name() const {
  static std::atomic<unsigned> count = 0;
  return place_.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(++count) + ".making";
}

void PendingFile::put_beside(const fs::path& made) {
  if (!current_.empty()) {
    if (::rename(made.c_str(), current_.c_str()) != 0) refuse_output(place_, std::strerror(errno));
    return;
  }
  for (int i = 1; i <= most_beside; ++i) {
    const fs::path name = name_beside(place_, i == 1 ? "partial" : "partial-" + std::to_string(i));
    if (!rename_to_free_name(made, name)) continue;
    current_ = name;
    return;
  }
  refuse_output(place_, "there are " + std::to_string(most_beside) +
                            " unfinished files in its folder, such as " +
                            name_beside(place_, "partial").string());
}

void PendingFile::move_to(const fs::path& to) {
  if (::rename(current_.c_str(), to.c_str()) != 0)
    refuse_output(to, std::strerror(errno) + std::string("; the data is in ") + current_.string());
  current_ = to;
}

void PendingFile::take_place() {
  move_to(place_);
}

void PendingFile::take_free_place(std::string_view word) {
  if (rename_to_free_name(current_, place_)) {
    current_ = place_;
  } else {
    move_to(name_beside(place_, word));
  }
}

void PendingFile::discard() {
  if (is_special_ || current_.empty()) return;
  std::error_code ignored;
  fs::remove(current_, ignored);
  current_.clear();
}

}  // namespace sinew::detail
