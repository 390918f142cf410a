// The mesh files that robots name: which there are, whether they can be shown, and their bytes when they are asked for.
//
// Robots' files come from anywhere, and what is shown here may be exported and handed on. So a mesh is read only if it is a
// plain file, of at most `most_mesh_bytes`, whose name ends like that of a mesh; and a link to it is followed only within
// the folders that the robot's file and the mesh's name span (those of ROS packages, or what they were linked from).
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
  std::string problem{};         // empty; else why it cannot be shown
  std::filesystem::path file{};  // without links; empty where there is a problem
};

class Meshes {
 public:
  // `path`: as the readers have it (Shape::mesh). The same path has one index.
  void add(const std::string& path, const std::string& robot_file);
  int find(const std::string& path) const;  // its index; -1: not added
  const std::vector<Mesh>& list() const { return meshes_; }
  // Bytes of its file. Throws std::invalid_argument for a mesh that is not there or has a problem, std::runtime_error where it
  // cannot be read any longer.
  std::string read(std::size_t index) const;

 private:
  std::vector<Mesh> meshes_;
  std::map<std::filesystem::path, int> indices_;
};

}  // namespace sinew::viewer
