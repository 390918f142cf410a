// Where a result came from, so that it can be understood and shown without other files.
#pragma once

#include "sinew/io/scene.hpp"

namespace sinew {

struct ResultOrigin {
  struct TextFile {
    std::string file{}, text{};
  };
  std::string scene{};             // its name
  TextFile scene_file{};           // a scene, or the model that stood in for one
  std::vector<TextFile> models{};  // that the scene names, and those that they include
  Base base = Base::as_written;    // of a model that stood in for a scene
  IntegratorOptions integrator{};
};

// Reads the texts once more; what cannot be read any longer is left out. `file`: that of the scene.
ResultOrigin origin_of(const std::filesystem::path& file, const Scene& scene);

}  // namespace sinew
