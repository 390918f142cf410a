// Stores texts that are used instead of files: a result keeps those of the files it came from (docs/results.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace sinew {

class StoredTexts {
 public:
  void add(const std::filesystem::path& file, std::string text) {
    texts_.insert_or_assign(file.lexically_normal(), std::move(text));
  }
  // Returns null if there is no text for this file.
  const std::string* find(const std::filesystem::path& file) const {
    const auto found = texts_.find(file.lexically_normal());
    return found == texts_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::filesystem::path, std::string> texts_;
};

}  // namespace sinew
