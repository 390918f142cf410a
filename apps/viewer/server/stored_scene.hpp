// Rebuilds the scene of a result from the texts stored in it, because the original files may have changed or be on
// another machine. Results store only the names of meshes; these are read from their original places.
#pragma once

#include <string>
#include <vector>

#include "sinew/io/results/result_file.hpp"

namespace sinew::viewer {

struct StoredScene {
  Scene scene;
  std::vector<std::string> warnings{};
};

// `file`: the path of the result. Throws std::runtime_error if the scene cannot be rebuilt, or does not match the
// columns of the result.
StoredScene stored_scene(const ResultFile& result, const std::filesystem::path& file,
                         const ReadOptions& options);

// Returns a scene of one model at rest in its initial position.
Scene scene_of(const Model& model);
// Returns the warnings and physical errors among the findings, one text each.
std::vector<std::string> warnings_of(const Findings& findings);

}  // namespace sinew::viewer
