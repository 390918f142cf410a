// A folder of compiled libraries that programs of one user share.
//
// An entry is one file, named after a key and closed by a seal, a hash of all before it. It is made under another name
// and renamed when whole, so that programs at work at the same time, killed ones and full disks leave whole entries or
// none; an entry whose seal is broken is as good as none. The oldest go when the folder outgrows its limit, and what killed
// programs left goes when the next entry is made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace sinew {

// 32 hexadecimal digits; not for secrets.
std::string hash_text(std::string_view text);

class LibraryCache {
 public:
  // The user's own folder where `folder` is empty: $XDG_CACHE_HOME/sinew or ~/.cache/sinew. Made for this user alone, but never
  // the home above it. A folder that others own, may write to or could replace, or that cannot be made, is not used: entries
  // then live in a temporary one as long as this object, and remark() says why.
  explicit LibraryCache(const std::filesystem::path& folder = {}, std::uint64_t limit = std::uint64_t(256)
                                                                                        << 20);
  ~LibraryCache();
  LibraryCache(const LibraryCache&) = delete;
  LibraryCache& operator=(const LibraryCache&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  const std::string& remark() const { return remark_; }

  // The file of a whole entry, or an empty path.
  std::filesystem::path find(const std::string& key) const;
  // Fills an entry: `make` writes the library into the file named to it, in a folder of its own where it may leave other
  // files, and returns what went wrong. Throws std::runtime_error with that. `use` is then given the library, which is kept as the
  // entry or, where that cannot be put in place, gone when it returns; the answer says why, and is empty where it is kept.
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
