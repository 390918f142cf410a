// Where a mesh file lies that a robot's file speaks of.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// package://NAME/REST (and model://): a folder NAME in one of `package_folders`, then in the folders above
// `robot_file`, nearest first. file://PATH: that path. Anything else: absolute, or beside `robot_file`.
// Nothing when no such file exists.
std::optional<std::string> find_mesh(std::string_view written, const std::filesystem::path& robot_file,
                                     const std::vector<std::filesystem::path>& package_folders);

}  // namespace sinew
