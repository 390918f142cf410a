// Reads <asset>: the files and scales of meshes, and the colours of materials. None of it affects the dynamics.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "sinew/io/internal/mjcf/attributes.hpp"

namespace sinew::mjcf {

struct Reading;

struct Assets {
  struct Mesh {
    std::string file;  // empty if the mesh is written in the model itself
    Vector3<double> scale{1, 1, 1};
  };
  std::map<std::string, Mesh> meshes;
  std::map<std::string, std::array<double, 4>> colors;  // by name of the material
};

void read_assets(Element section, Reading& reading);

}  // namespace sinew::mjcf
