// Keeps track of the names in use and makes unique ones.
#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace sinew {

class NamePool {
 public:
  void take(const std::string& name) { taken_.insert(name); }
  bool is_taken(const std::string& name) const { return taken_.contains(name); }

  // Takes and returns `wanted`, or the first of wanted_2, wanted_3, ... that is free.
  std::string unique(const std::string& wanted) {
    if (taken_.insert(wanted).second) return wanted;
    int& number = last_number_.try_emplace(wanted, 1).first->second;
    for (;;) {
      std::string numbered = wanted + "_" + std::to_string(++number);
      if (taken_.insert(numbered).second) return numbered;
    }
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, int> last_number_;
};

}  // namespace sinew
