// Collects the mesh files that were not found, and reports one warning for each package or folder that lacks some.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "sinew/io/internal/files/packages.hpp"

namespace sinew {

class MissingFiles {
 public:
  // `written`: the name of the file; `source`: where it is written.
  void add(const std::string& written, const Source& source, Packages& packages);
  void report(Findings& findings) const;  // sorted by file and line of the first missing file

 private:
  struct Group {
    Source first;
    std::string first_name;
    std::string cause;  // "package 'arm' was not found"
    std::string remedy;
    std::set<std::string> names;
  };
  std::map<std::string, Group> groups_;  // by cause
};

}  // namespace sinew
