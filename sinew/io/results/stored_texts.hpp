// Stores texts that are used instead of files: a result keeps those of the files it came from (docs/results.md).
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

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
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : texts_) all.push_back(entry.first.string());
    return all;
  }

 private:
  std::map<std::filesystem::path, std::string> texts_;
};

}  // namespace sinew
