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
  // How the model was read, if a model was simulated instead of a scene.
  Base base = Base::as_written;
  Repair repair = Repair::none;
  std::vector<std::pair<std::string, std::string>> xacro_arguments{};
  ModelEdits edits{};
  IntegratorOptions integrator{};
};

// Reads the texts of the scene's file `file` and of its models again. Model files that cannot be read are left out.
// `texts`: texts to use instead of files on disk; null if there are none.
ResultOrigin origin_of(const std::filesystem::path& file, const Scene& scene,
                       const StoredTexts* texts = nullptr);

}  // namespace sinew
