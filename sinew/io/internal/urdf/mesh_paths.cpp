#include "sinew/io/internal/urdf/mesh_paths.hpp"

#include <system_error>

namespace sinew {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> if_file(const fs::path& path) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) return path.lexically_normal().string();
  return std::nullopt;
}

std::optional<std::string> find_in_packages(const fs::path& name_and_rest, const fs::path& robot_file,
                                            const std::vector<fs::path>& package_folders) {
  for (const auto& folder : package_folders) {
    if (const auto found = if_file(folder / name_and_rest)) return found;
  }
  std::error_code error;
  const fs::path absolute = fs::absolute(robot_file, error);
  for (fs::path below = absolute, folder = absolute.parent_path(); folder != below;
       below = folder, folder = folder.parent_path()) {
    if (const auto found = if_file(folder / name_and_rest)) return found;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_mesh(std::string_view written, const fs::path& robot_file,
                                     const std::vector<fs::path>& package_folders) {
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (written.starts_with(scheme)) {
      return find_in_packages(fs::path(written.substr(scheme.size())).relative_path(), robot_file,
                              package_folders);
    }
  }
  constexpr std::string_view file_scheme = "file://";
  if (written.starts_with(file_scheme)) return if_file(written.substr(file_scheme.size()));
  return if_file(robot_file.parent_path() / written);
}

}  // namespace sinew
