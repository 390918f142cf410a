#include "sinew/io/internal/files/packages.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew {
namespace {

namespace fs = std::filesystem;

// The functions of std::filesystem below ignore errors: what cannot be read is not there.
bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

std::optional<fs::path> if_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored)) return path.lexically_normal();
  return std::nullopt;
}

std::string with_slashes(std::string_view text) {
  std::string result(text);
  std::replace(result.begin(), result.end(), '\\', '/');
  return result;
}

// Returns a path that does not depend on the current folder, as $(find ...) of xacro needs it.
fs::path full_path(const fs::path& path) {
  std::error_code ignored;
  return fs::absolute(path, ignored).lexically_normal();
}

// Returns the folders of an environment variable such as PATH.
std::vector<fs::path> folders_in(const char* variable) {
  std::vector<fs::path> folders;
  const char* const value = std::getenv(variable);
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    const auto end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.push_back(full_path(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return folders;
}

// Returns the folders above a file, nearest first.
std::vector<fs::path> folders_above(const fs::path& file) {
  std::vector<fs::path> folders;
  fs::path below = full_path(file);
  for (fs::path folder = below.parent_path(); folder != below; folder = folder.parent_path()) {
    folders.push_back(folder);
    below = folder;
  }
  return folders;
}

// Returns the folders in a folder by name, without hidden ones.
std::vector<fs::path> folders_inside(const fs::path& folder) {
  std::error_code fault;
  std::vector<fs::path> inside;
  for (fs::directory_iterator entry(folder, fault), end; !fault && entry != end; entry.increment(fault)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(".") && is_folder(entry->path())) inside.push_back(entry->path());
  }
  std::sort(inside.begin(), inside.end());
  return inside;
}

// Returns the name of a folder that is written with or without a slash at its end.
std::string folder_name(const fs::path& folder) {
  return folder.has_filename() ? folder.filename().string() : folder.parent_path().filename().string();
}

std::string without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first));
}

}  // namespace

std::optional<std::pair<std::string, std::string>> package_and_rest(std::string_view written) {
  const std::string text = with_slashes(written);
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (!text.starts_with(scheme)) continue;
    const auto first = std::min(text.find_first_not_of('/', scheme.size()), text.size());
    const auto slash = std::min(text.find('/', first), text.size());
    const auto rest = std::min(text.find_first_not_of('/', slash), text.size());
    return std::pair(text.substr(first, slash - first), text.substr(rest));
  }
  return std::nullopt;
}

std::optional<fs::path> find_package(std::string_view name, const fs::path& near_file,
                                     const ReadOptions& options) {
  return Packages(options).find(name, near_file);
}

Packages::Packages(const ReadOptions& options) {
  for (const fs::path& folder : options.package_folders) given_.push_back(full_path(folder));
}

std::optional<fs::path> Packages::find(std::string_view name, const fs::path& near_file) {
  const auto& folders = folders_of(std::string(name), near_file);
  if (folders.empty()) return std::nullopt;
  return folders.front();
}

std::optional<fs::path> Packages::find_file(std::string_view written, const fs::path& near_file) {
  if (const auto parts = package_and_rest(written)) {
    const auto& [name, rest] = *parts;
    for (const fs::path& folder : folders_of(name, near_file)) {
      if (auto file = if_file(folder / rest)) return file;
    }
    return find_rest(rest, near_file);
  }
  std::string text = with_slashes(written);
  constexpr std::string_view scheme = "file://", local = "localhost/";
  if (text.starts_with(scheme)) text.erase(0, scheme.size());
  if (text.starts_with(local)) text.erase(0, local.size() - 1);
  const fs::path path = text;
  if (auto file = if_file(near_file.parent_path() / path)) return file;
  if (path.is_absolute() || !path.has_parent_path()) return std::nullopt;
  return find_rest(path, near_file);
}

// Searches for a file whose package has another name than the folder that it is in.
std::optional<fs::path> Packages::find_rest(const fs::path& rest, const fs::path& near_file) const {
  if (rest.empty() || *rest.begin() == "..") return std::nullopt;
  std::vector<fs::path> folders = given_;
  for (fs::path& folder : folders_above(near_file)) folders.push_back(std::move(folder));
  for (const fs::path& folder : folders) {
    if (auto file = if_file(folder / rest)) return file;
  }
  return std::nullopt;
}

const std::vector<fs::path>& Packages::folders_of(const std::string& name, const fs::path& near_file) {
  const auto [entry, is_new] = found_.try_emplace({name, near_file.parent_path()});
  std::vector<fs::path>& found = entry->second;
  if (!is_new || name.empty() || name == "." || name == "..") return found;
  for (const fs::path& folder : given_) look_below(folder, name, found);
  for (const fs::path& folder : folders_in("ROS_PACKAGE_PATH")) look_below(folder, name, found);
  for (const fs::path& prefix : folders_in("AMENT_PREFIX_PATH")) {
    if (is_folder(prefix / "share" / name)) found.push_back(prefix / "share" / name);
  }
  for (const char* const variable : {"GAZEBO_MODEL_PATH", "GZ_SIM_RESOURCE_PATH"}) {
    for (const fs::path& folder : folders_in(variable)) {
      if (is_folder(folder / name)) found.push_back(folder / name);
    }
  }
  for (const fs::path& folder : folders_above(near_file)) look_in(folder, name, found);
  return found;
}

// Adds `folder` if it is the package, and the folder of that name inside it.
void Packages::look_in(const fs::path& folder, const std::string& name, std::vector<fs::path>& found) {
  if (is_package(folder, name)) found.push_back(folder);
  if (is_folder(folder / name)) found.push_back(folder / name);
}

void Packages::look_below(const fs::path& folder, const std::string& name, std::vector<fs::path>& found) {
  look_in(folder, name, found);
  const auto [entry, is_new] = below_.try_emplace(folder);
  if (is_new) {
    std::vector<fs::path> level{folder};
    int visited = 0;
    for (int depth = 0; depth < max_package_depth && visited < max_package_folders; ++depth) {
      std::vector<fs::path> next;
      for (const fs::path& outer : level) {
        for (const fs::path& inner : folders_inside(outer)) {
          if (++visited > max_package_folders) break;
          // As in ROS, packages contain no others.
          (written_name(inner).empty() ? next : entry->second).push_back(inner);
        }
      }
      level = std::move(next);
    }
  }
  for (const fs::path& package : entry->second) {
    if (is_package(package, name)) found.push_back(package);
  }
}

bool Packages::is_package(const fs::path& folder, const std::string& name) {
  return (folder_name(folder) == name && is_folder(folder)) || written_name(folder) == name;
}

// Returns the name in the folder's package.xml; empty if there is none.
const std::string& Packages::written_name(const fs::path& folder) {
  const auto [entry, is_new] = written_names_.try_emplace(folder);
  if (!is_new || !if_file(folder / "package.xml")) return entry->second;
  Findings ignored;
  const auto document = xml::Document::read(folder / "package.xml", ignored);
  if (document && document->root().name() == "package") {
    if (const auto name = document->root().child("name")) entry->second = without_blanks(name.text());
  }
  return entry->second;
}

}  // namespace sinew
