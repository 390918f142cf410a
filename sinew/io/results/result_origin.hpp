// Collects the scene and model files that a result came from, so that it can be understood and shown without them.
#pragma once

#include "sinew/io/scene.hpp"

namespace sinew {

struct ResultOrigin {
  struct TextFile {
    std::string file{}, text{};
  };
  std::string scene{};             // its name
  TextFile scene_file{};           // the scene, or the model if one was simulated instead of a scene
  std::vector<TextFile> models{};  // files that the scene names, and the files they include
  Base base = Base::as_written;    // of the model, if a model was simulated instead of a scene
  Repair repair = Repair::none;    // of the same model
  IntegratorOptions integrator{};
};

// Reads the texts of the scene's file `file` and of its models again. Model files that cannot be read are left out.
ResultOrigin origin_of(const std::filesystem::path& file, const Scene& scene);

}  // namespace sinew
