// Reads <asset>: meshes, the colours of materials, and the models that <attach> refers to.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>

#include "sinew/io/internal/mesh/mesh_mass.hpp"
#include "sinew/io/internal/mjcf/attributes.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::mjcf {

struct Reading;

// A mesh of <asset>. Its file is read only if a mass or a fitted shape depends on it (mesh_assets.hpp).
struct MeshAsset {
  std::string name, file;  // the file is empty if the points are written in the model itself
  mesh::Mesh written{};
  bool is_generated = false;  // by `builtin`, whose points are not known here
  Vector3<double> scale{1, 1, 1}, origin{};
  Rotation<double> axes{};  // the points become scale * axes^T (point - origin)
  mesh::MassKind kind = mesh::MassKind::legacy;

  // Results of load_meshes. `mass` is in the frame of the transformed points; `low` and `high` bound the mesh in its
  // principal axes, which are sorted by falling moments, about the centre of mass.
  bool is_loaded = false;
  mesh::MeshMass mass{};
  Vector3<double> moments{}, low{}, high{};
  Rotation<double> principal{};
};

struct Assets {
  struct Model {
    std::string file;
    Element element;
  };
  std::map<std::string, MeshAsset> meshes;
  std::map<std::string, std::array<double, 4>> colors;  // by name of the material
  std::map<std::string, Model> models;
};

void read_assets(Element section, Reading& reading);

}  // namespace sinew::mjcf
