// Finds the mesh files that a robot description refers to.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// Resolves the mesh name `written` in the robot's file:
//   package://NAME/REST, model://NAME/REST   NAME/REST in `package_folders`, then in the folders above `robot_file`,
//                                            nearest first
//   file://PATH                              PATH
//   anything else                            absolute, or relative to the folder of `robot_file`
// Returns nothing if no such file exists.
std::optional<std::string> find_mesh(std::string_view written, const std::filesystem::path& robot_file,
                                     const std::vector<std::filesystem::path>& package_folders);

}  // namespace sinew
