#include "sinew/codegen/build/library_cache.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view seal_mark = "sinew seal ";
constexpr const char* work_prefix = "build-";
constexpr const char* lock_suffix = ".lock";

// The finaliser of splitmix64.
std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

std::string content_of(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::string seal_of(std::string_view content) {
  return std::string(seal_mark) + hash_text(content);
}

bool is_whole(const fs::path& file) {
  const std::string content = content_of(file);
  const std::size_t seal_size = seal_mark.size() + 32;
  if (content.size() <= seal_size) return false;
  const std::string_view all = content;
  return all.substr(all.size() - seal_size) == seal_of(all.substr(0, all.size() - seal_size));
}

// The loader ignores the seal: it reads nothing after the library's own data.
void append_seal(const fs::path& file) {
  const std::string seal = seal_of(content_of(file));
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << seal;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

fs::path temporary_folder() {
  std::error_code failure;
  const fs::path parent = fs::temp_directory_path(failure);
  if (failure) throw std::runtime_error("there is no folder for temporary files: " + failure.message());
  std::string name = (parent / "sinew-XXXXXX").string();
  if (!::mkdtemp(name.data()))
    throw std::runtime_error("cannot make a folder in " + parent.string() + ": " + std::strerror(errno));
  return name;
}

// The user's cache folder. Creates only the folder for caches, in a home folder that exists, and nothing above it.
struct UsersFolder {
  fs::path folder;
  std::string trouble;  // empty if there is none
};
UsersFolder folder_of_the_user() {
  const auto below = [](const char* variable, const fs::path& home, const fs::path& caches) -> UsersFolder {
    std::error_code failure;
    if (!fs::is_directory(home, failure))
      return {{}, std::string(variable) + " leads to " + home.string() + ", which is not a folder"};
    if (::mkdir(caches.c_str(), 0700) != 0 && errno != EEXIST)
      return {{}, caches.string() + ": " + std::strerror(errno)};
    return {caches / "sinew", {}};
  };
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return below("XDG_CACHE_HOME", fs::path(cache).parent_path(), cache);
  const char* const home = std::getenv("HOME");
  if (home && *home == '/') return below("HOME", home, fs::path(home) / ".cache");
  return {{}, "neither XDG_CACHE_HOME nor HOME names a folder"};
}

// Whether other users could replace this folder by another.
bool can_be_replaced_by_others(const fs::path& folder) {
  std::error_code failure;
  for (fs::path above = fs::canonical(folder, failure); above.has_relative_path();) {
    above = above.parent_path();
    struct stat about {};
    if (::stat(above.c_str(), &about) != 0) return true;
    if ((about.st_mode & S_IWOTH) != 0 && (about.st_mode & S_ISVTX) == 0) return true;
  }
  return bool(failure);
}

// Creates the folder if it is missing. Returns an empty text, or why code from there must not be trusted.
std::string trouble_with(const fs::path& folder) {
  std::error_code failure;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), failure);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return folder.string() + ": " + std::strerror(errno);
  struct stat about {};
  if (::stat(folder.c_str(), &about) != 0) return folder.string() + ": " + std::strerror(errno);
  if (!S_ISDIR(about.st_mode)) return folder.string() + " is not a folder";
  if (about.st_uid != ::geteuid()) return folder.string() + " belongs to another user";
  if ((about.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return folder.string() + " can be written to by other users";
  if (can_be_replaced_by_others(folder)) return folder.string() + " can be replaced by other users";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return folder.string() + ": " + std::strerror(errno);
  return {};
}

// A file that stays locked as long as its owner lives, however the owner ends.
class Lock {
 public:
  explicit Lock(int file) : file_(file) {}
  ~Lock() {
    if (file_ >= 0) ::close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  bool is_open() const { return file_ >= 0; }
  bool take() const { return is_open() && ::flock(file_, LOCK_EX) == 0; }
  bool is_abandoned() const { return is_open() && ::flock(file_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int file_;
};

// A folder that is deleted with everything in it. Next to it is a lock file, which is created before it and deleted
// after it: if the lock can be taken, the folder has no owner.
class WorkFolder {
 public:
  explicit WorkFolder(const fs::path& parent)
      : WorkFolder((parent / work_prefix).string() + "XXXXXX" + lock_suffix) {}
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
    fs::remove(path_.string() + lock_suffix, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  explicit WorkFolder(std::string lock_name)
      : lock_(::mkostemps(lock_name.data(), int(std::strlen(lock_suffix)), O_CLOEXEC)) {
    path_ = lock_name.substr(0, lock_name.size() - std::strlen(lock_suffix));
    if (lock_.take() && ::mkdir(path_.c_str(), 0700) == 0) return;
    const std::string why = std::strerror(errno);
    std::error_code ignored;
    if (lock_.is_open()) fs::remove(lock_name, ignored);
    throw std::runtime_error("cannot make a folder in " + path_.parent_path().string() + ": " + why);
  }
  Lock lock_;
  fs::path path_;
};

// The items of a folder that can be read.
std::vector<fs::directory_entry> items_of(const fs::path& folder) {
  std::vector<fs::directory_entry> items;
  std::error_code failure;
  for (fs::directory_iterator next(folder, failure), end; !failure && next != end; next.increment(failure))
    items.push_back(*next);
  return items;
}

// Deletes what a killed program left behind; `folder` is its work folder.
void remove_abandoned(const fs::path& folder) {
  const std::string lock_name = folder.string() + lock_suffix;
  const Lock lock(::open(lock_name.c_str(), O_RDWR | O_CLOEXEC));
  if (!lock.is_abandoned()) return;
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  fs::remove(lock_name, ignored);
}

}  // namespace

std::string hash_text(std::string_view text) {
  std::uint64_t a = 0x9E3779B97F4A7C15u, b = 0xD1B54A32D192ED03u;
  for (std::size_t i = 0; i < text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, std::min<std::size_t>(8, text.size() - i));
    a = mix(a ^ word), b = mix(b + word) ^ (b << 1);
  }
  a = mix(a ^ text.size()), b = mix(b + text.size());
  std::string digits;
  for (const std::uint64_t half : {a, b}) {
    for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(half >> shift) & 15];
  }
  return digits;
}

LibraryCache::LibraryCache(const fs::path& folder, std::uint64_t limit) : folder_(folder), limit_(limit) {
  if (folder_.empty()) {
    UsersFolder own = folder_of_the_user();
    folder_ = std::move(own.folder);
    remark_ = std::move(own.trouble);
  }
  if (remark_.empty()) remark_ = trouble_with(folder_);
  if (remark_.empty()) return;
  is_temporary_ = true;
  folder_ = temporary_folder();
}

LibraryCache::~LibraryCache() {
  std::error_code ignored;
  if (is_temporary_) fs::remove_all(folder_, ignored);
}

fs::path LibraryCache::find(const std::string& key) const {
  const fs::path file = entry(key);
  std::error_code failure;
  if (!fs::exists(file, failure) || !is_whole(file)) return {};
  fs::last_write_time(file, fs::file_time_type::clock::now(), failure);  // marks the entry as used
  return file;
}

std::string LibraryCache::add(const std::string& key,
                              const std::function<std::string(const fs::path& library)>& make,
                              const std::function<void(const fs::path& library)>& use) const {
  remove_leftovers();
  const WorkFolder work(folder_);
  const fs::path made = work.path() / "library.so";
  if (const std::string problem = make(made); !problem.empty()) throw std::runtime_error(problem);
  append_seal(made);
  std::error_code failure;
  fs::rename(made, entry(key), failure);
  use(failure ? made : entry(key));
  remove_old();
  if (!failure) return {};
  return entry(key).string() + " cannot be replaced: " + failure.message();
}

void LibraryCache::remove_leftovers() const {
  const auto now = fs::file_time_type::clock::now();
  for (const fs::directory_entry& item : items_of(folder_)) {
    const std::string name = item.path().filename().string();
    if (!name.starts_with(work_prefix)) continue;
    const bool is_lock = name.ends_with(lock_suffix);
    remove_abandoned(is_lock ? item.path().parent_path() / item.path().stem() : item.path());
    // A folder older than a day is deleted whatever its lock says. Another program may be deleting it too.
    std::error_code gone;
    if (!is_lock && now - item.last_write_time(gone) > std::chrono::hours(24) && !gone)
      fs::remove_all(item.path(), gone);
  }
}

void LibraryCache::remove_old() const {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path file;
  };
  std::vector<Entry> entries;
  for (const fs::directory_entry& item : items_of(folder_)) {
    std::error_code gone;
    if (item.path().extension() != ".so" || !item.is_regular_file(gone)) continue;
    const fs::file_time_type used = item.last_write_time(gone);
    const std::uint64_t size = item.file_size(gone);
    if (!gone) entries.push_back({used, size, item.path()});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used > b.used; });
  std::uint64_t total = 0;
  for (const Entry& item : entries) {
    std::error_code ignored;
    total += item.size;
    if (total > limit_ && &item != &entries.front()) fs::remove(item.file, ignored);
  }
}

}  // namespace sinew
