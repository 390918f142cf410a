#include "sinew/codegen/library_cache.hpp"

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
#include <vector>

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view seal_mark = "sinew seal ";
constexpr const char* work_prefix = "build-";

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

// What the loader reads ends before the seal: it does not mind.
void append_seal(const fs::path& file) {
  const std::string seal = seal_of(content_of(file));
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out << seal;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string());
}

fs::path temporary_folder(const fs::path& parent, const std::string& prefix) {
  std::string name = (parent / (prefix + "XXXXXX")).string();
  if (!::mkdtemp(name.data()))
    throw std::runtime_error("cannot make a folder in " + parent.string() + ": " + std::strerror(errno));
  return name;
}

fs::path folder_of_the_user() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache && *cache == '/') return fs::path(cache) / "sinew";
  const char* const home = std::getenv("HOME");
  if (home && *home == '/') return fs::path(home) / ".cache" / "sinew";
  return {};
}

// Makes the folder where it is missing. Empty, or why code from there is not to be trusted.
std::string trouble_with(const fs::path& folder) {
  if (folder.empty()) return "neither XDG_CACHE_HOME nor HOME names a folder";
  std::error_code failure;
  if (folder.has_parent_path()) fs::create_directories(folder.parent_path(), failure);
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return folder.string() + ": " + std::strerror(errno);
  struct stat about {};
  if (::stat(folder.c_str(), &about) != 0) return folder.string() + ": " + std::strerror(errno);
  if (!S_ISDIR(about.st_mode)) return folder.string() + " is no folder";
  if (about.st_uid != ::geteuid()) return folder.string() + " belongs to another user";
  if ((about.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return folder.string() + " can be written to by other users";
  if (::access(folder.c_str(), W_OK | X_OK) != 0) return folder.string() + ": " + std::strerror(errno);
  return {};
}

// A folder that goes with all that is in it.
struct WorkFolder {
  explicit WorkFolder(const fs::path& parent) : path(temporary_folder(parent, work_prefix)) {}
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  fs::path path;
};

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

LibraryCache::LibraryCache(const fs::path& folder, std::uint64_t limit)
    : folder_(folder.empty() ? folder_of_the_user() : folder), limit_(limit) {
  remark_ = trouble_with(folder_);
  if (remark_.empty()) return;
  is_temporary_ = true;
  folder_ = temporary_folder(fs::temp_directory_path(), "sinew-");
}

LibraryCache::~LibraryCache() {
  std::error_code ignored;
  if (is_temporary_) fs::remove_all(folder_, ignored);
}

fs::path LibraryCache::find(const std::string& key) const {
  const fs::path file = entry(key);
  std::error_code failure;
  if (!fs::exists(file, failure) || !is_whole(file)) return {};
  fs::last_write_time(file, fs::file_time_type::clock::now(), failure);  // used: not among the oldest
  return file;
}

fs::path LibraryCache::add(const std::string& key,
                           const std::function<std::string(const fs::path& library)>& make) const {
  const WorkFolder work(folder_);
  const fs::path made = work.path / "library.so";
  if (const std::string problem = make(made); !problem.empty()) throw std::runtime_error(problem);
  append_seal(made);
  fs::rename(made, entry(key));
  remove_old();
  return entry(key);
}

void LibraryCache::remove_old() const {
  struct Entry {
    fs::file_time_type used;
    std::uint64_t size;
    fs::path file;
  };
  std::vector<Entry> entries;
  std::error_code ignored;
  const auto now = fs::file_time_type::clock::now();
  for (const fs::directory_entry& item : fs::directory_iterator(folder_, ignored)) {
    std::error_code gone;  // another program clears up as well
    const fs::file_time_type used = item.last_write_time(gone);
    const bool is_entry = item.path().extension() == ".so";
    const std::uint64_t size = is_entry ? item.file_size(gone) : 0;
    if (gone) continue;
    if (is_entry) {
      entries.push_back({used, size, item.path()});
    } else if (item.path().filename().string().starts_with(work_prefix) &&
               now - used > std::chrono::hours(24)) {
      fs::remove_all(item.path(), ignored);  // of a program that was killed
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.used > b.used; });
  std::uint64_t total = 0;
  for (const Entry& item : entries) {
    total += item.size;
    if (total > limit_ && &item != &entries.front()) fs::remove(item.file, ignored);
  }
}

}  // namespace sinew
