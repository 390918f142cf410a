// Lists the mesh files that robots name, checks whether they can be shown, and reads their bytes on demand.
//
// Robot files may come from anywhere, and an exported page may be passed on to others. A mesh is therefore read only if
// it is a regular file of at most `most_mesh_bytes` with the extension of a mesh. A link to it is followed only within
// the nearest folder that contains both the robot's file and the mesh, such as a ROS package, or within the folder that
// this one is linked from.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sinew::viewer {

inline constexpr std::size_t most_mesh_bytes = std::size_t(256) << 20;

struct Mesh {
  std::string name{};            // without folders
  std::string format{};          // "stl", "obj", "dae", "unknown"
  std::string problem{};         // why it cannot be shown; empty if it can
  std::filesystem::path file{};  // with links resolved; empty if there is a problem
};

class Meshes {
 public:
  // Adds a mesh. `path`: Shape::mesh, as the readers of robots set it. A path that is added twice has one index.
  void add(const std::string& path, const std::string& robot_file);
  int find(const std::string& path) const;  // its index; -1: not added
  const std::vector<Mesh>& list() const { return meshes_; }
  // Returns the bytes of its file. Throws std::invalid_argument for an unknown mesh or one with a problem, and
  // std::runtime_error if the file has become unreadable.
  std::string read(std::size_t index) const;

 private:
  std::vector<Mesh> meshes_;
  std::map<std::filesystem::path, int> indices_;
};

}  // namespace sinew::viewer
