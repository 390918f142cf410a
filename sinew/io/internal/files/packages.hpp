// Finds the folders of packages, and the files that robot descriptions refer to by the names of their packages.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/io/load.hpp"

namespace sinew {

// Bounds of the search below each given folder and each folder of ROS_PACKAGE_PATH.
inline constexpr int max_package_depth = 4;
inline constexpr int max_package_folders = 2'000;

// Searches for packages while a model is read, and remembers the folders that it has searched. The folder of a package
// is called NAME or contains a package.xml with this name. It is searched for in this order:
//   1. ReadOptions::package_folders: each of them is the package or contains it, at most `max_package_depth` folders
//      deep
//   2. the folders of the environment variable ROS_PACKAGE_PATH, in the same manner
//   3. PREFIX/share/NAME for every PREFIX of AMENT_PREFIX_PATH
//   4. FOLDER/NAME for every FOLDER of GAZEBO_MODEL_PATH and GZ_SIM_RESOURCE_PATH
//   5. the folders above the file that names the package, nearest first: each of them is the package or contains it
class Packages {
 public:
  explicit Packages(const ReadOptions& options);

  // Returns the folder of a package, or nothing. `near_file`: the file that names it.
  std::optional<std::filesystem::path> find(std::string_view name, const std::filesystem::path& near_file);

  // Resolves the name of a file that is written in `near_file`:
  //   package://NAME/REST, model://NAME/REST   REST in a package NAME, or else REST in one of the given folders or
  //                                            the folders above `near_file`
  //   file://PATH                              PATH
  //   anything else                            absolute, or relative to the folder of `near_file`; a name such as
  //                                            meshes/a.stl also to the given folders and those above `near_file`
  // Backslashes are read as slashes. Returns nothing if there is no such file.
  std::optional<std::filesystem::path> find_file(std::string_view written,
                                                 const std::filesystem::path& near_file);

 private:
  using Path = std::filesystem::path;

  const std::vector<Path>& folders_of(const std::string& name, const Path& near_file);
  bool is_package(const Path& folder, const std::string& name);
  const std::string& written_name(const Path& folder);
  void look_in(const Path& folder, const std::string& name, std::vector<Path>& found);
  void look_below(const Path& folder, const std::string& name, std::vector<Path>& found);
  std::optional<Path> find_rest(const Path& rest, const Path& near_file) const;

  std::vector<Path> given_;
  std::map<Path, std::string> written_names_;  // of the package.xml in each folder; empty if none
  std::map<Path, std::vector<Path>> below_;    // folders with a package.xml below each folder
  std::map<std::pair<std::string, Path>, std::vector<Path>> found_;  // by package and folder of the file
};

// Returns the folder of the package `name`, as Packages::find does.
std::optional<std::filesystem::path> find_package(std::string_view name,
                                                  const std::filesystem::path& near_file,
                                                  const ReadOptions& options);

// Separates package://NAME/REST or model://NAME/REST into NAME and REST. Returns nothing for other names.
std::optional<std::pair<std::string, std::string>> package_and_rest(std::string_view written);

}  // namespace sinew
