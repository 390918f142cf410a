#include "sinew/io/internal/files/missing_files.hpp"

#include <algorithm>
#include <tuple>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew {
namespace {

constexpr std::size_t most_groups = 20;
constexpr const char* option = "--package-path FOLDER (ReadOptions::package_folders)";

// Returns the cause and the remedy.
std::pair<std::string, std::string> explain(const std::string& written, const std::filesystem::path& file,
                                            Packages& packages) {
  const auto parts = package_and_rest(written);
  if (!parts) {
    const std::string folder = std::filesystem::path(written).parent_path().string();
    return {"folder " + xml::in_quotes(folder.empty() ? "." : folder) + " is missing or incomplete",
            std::string("give the folder that contains it with ") + option};
  }
  const std::string name = xml::in_quotes(parts->first);
  if (const auto folder = packages.find(parts->first, file)) {
    return {"package " + name + " in " + folder->string() + " is incomplete",
            std::string("give the folder of a complete package with ") + option};
  }
  return {"package " + name + " was not found", "give its folder, or a folder that contains it, with " +
                                                    std::string(option) + " or in ROS_PACKAGE_PATH"};
}

}  // namespace

void MissingFiles::add(const std::string& written, const Source& source, Packages& packages) {
  auto [cause, remedy] = explain(written, source.file, packages);
  if (groups_.size() >= most_groups && !groups_.contains(cause))
    cause = "other packages and folders are missing or incomplete";
  Group& group = groups_[cause];
  if (group.names.empty()) group = {source, written, std::move(cause), std::move(remedy), {}};
  group.names.insert(written);
}

void MissingFiles::report(Findings& findings) const {
  std::vector<const Group*> ordered;
  for (const auto& [cause, group] : groups_) ordered.push_back(&group);
  std::stable_sort(ordered.begin(), ordered.end(), [](const Group* a, const Group* b) {
    return std::tie(a->first.file, a->first.line) < std::tie(b->first.file, b->first.line);
  });
  for (const Group* group : ordered) {
    const std::size_t count = group->names.size();
    const std::string first = xml::in_quotes(group->first_name);
    const std::string meshes = count == 1
                                   ? "mesh " + first + " was not found"
                                   : std::to_string(count) + " meshes were not found, the first is " + first;
    findings.warning(group->first, group->cause + ": " + meshes + "; " + group->remedy);
  }
}

}  // namespace sinew
