// Recognises files that Git LFS has not downloaded: without it, a clone has a short text in their place.
#pragma once

#include <string_view>

namespace sinew::detail {

constexpr const char* lfs_pointer =
    "it is a pointer of Git LFS, not the file itself; 'git lfs pull' downloads the file";

inline bool is_lfs_pointer(std::string_view bytes) {
  return bytes.starts_with("version https://git-lfs.github.com/spec/");
}

}  // namespace sinew::detail
