// Keeps compiled libraries in a folder that all programs of one user share.
//
// An entry is one file, named after a key and ending with a seal, a hash of everything before it. It is written under
// another name and renamed when complete, so that concurrent programs, killed programs and full disks leave complete
// entries or none. An entry with a broken seal is ignored. When the folder outgrows its limit, the entries that have
// not been used for longest are deleted. Leftovers of killed programs are deleted when the next entry is made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace sinew {

// Returns a hash of 32 hexadecimal digits; not for cryptography.
std::string hash_text(std::string_view text);

class LibraryCache {
 public:
  // If `folder` is empty, uses the user's own: $XDG_CACHE_HOME/sinew or ~/.cache/sinew. Creates the folder for this
  // user alone, but never the home folder above it. Does not use a folder that others own, may write to or could
  // replace, or that cannot be created: entries are then kept in a temporary folder for the lifetime of this object,
  // and remark() says why. `limit` is the largest size of the folder in bytes.
  explicit LibraryCache(const std::filesystem::path& folder = {}, std::uint64_t limit = std::uint64_t(256)
                                                                                        << 20);
  ~LibraryCache();
  LibraryCache(const LibraryCache&) = delete;
  LibraryCache& operator=(const LibraryCache&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  const std::string& remark() const { return remark_; }

  // The file of a complete entry, or an empty path.
  std::filesystem::path find(const std::string& key) const;
  // Adds an entry. `make` writes the library into the file that it is given, in a folder of its own where it may leave
  // other files, and returns what went wrong; add() throws std::runtime_error with that text unless it is empty. `use`
  // then gets the path of the library. If the entry cannot be put in place, the library is deleted after `use`, and
  // add() returns why; if it is kept, add() returns an empty text.
  std::string add(const std::string& key,
                  const std::function<std::string(const std::filesystem::path& library)>& make,
                  const std::function<void(const std::filesystem::path& library)>& use) const;

 private:
  std::filesystem::path entry(const std::string& key) const { return folder_ / (key + ".so"); }
  void remove_leftovers() const;  // of programs that were killed
  void remove_old() const;

  std::filesystem::path folder_;
  std::uint64_t limit_;
  bool is_temporary_ = false;
  std::string remark_;
};

}  // namespace sinew
