// A scene that was read from a file, with the file's name and its warnings.
#pragma once

#include <filesystem>

#include "sinew/io/scene.hpp"

namespace sinew::python {

struct LoadedScene {
  Scene scene;
  std::filesystem::path file;
  Findings findings{};
};

}  // namespace sinew::python
