// The scene of a result, from the texts that the result holds: the files may have changed since, or be on another machine.
// Meshes, of which results hold the names alone, are looked for where they were.
#pragma once

#include <string>
#include <vector>

#include "sinew/io/result_file.hpp"

namespace sinew::viewer {

struct StoredScene {
  Scene scene;
  std::vector<std::string> warnings{};
};

// `file`: the result's own. Throws std::runtime_error where the scene cannot be made again, or is not the one whose numbers the result
// has.
StoredScene stored_scene(const ResultFile& result, const std::filesystem::path& file,
                         const ReadOptions& options);

// A scene of one model at rest in its initial position.
Scene scene_of(const Model& model);
// Warnings alone, one text each.
std::vector<std::string> warnings_of(const Findings& findings);

}  // namespace sinew::viewer
