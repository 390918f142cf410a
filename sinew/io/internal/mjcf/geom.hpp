// Reads <geom>: a shape and its mass, which counts if the inertia of the body is computed from its geoms.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "sinew/io/internal/mjcf/assets.hpp"
#include "sinew/io/internal/mjcf/contents.hpp"
#include "sinew/io/internal/mjcf/geom_inertia.hpp"
#include "sinew/model/description/description.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::mjcf {

struct Reading;

struct Geom {
  Element element;
  std::string owner;  // for messages: "geom 'thigh'"
  GeomType type = GeomType::sphere;
  Transform<double> placement;
  std::array<double, 3> size{};
  double group = 0;
  bool collides = true;
  MeshAsset* mesh = nullptr;  // of a mesh, and of a primitive that is fitted to a mesh
  double fit_scale = 1;
  bool fits_aabb = false;              // true: fitted to the bounding box; false: to the inertia of the mesh
  std::optional<double> written_mass;  // if absent, the density decides
  double density = 1000;
  bool is_shell = false;
  bool has_shape = true;
  Shape shape;

  bool is_mesh() const { return type == GeomType::mesh; }
  bool is_fitted() const { return mesh != nullptr && !is_mesh(); }
  bool has_mass() const { return written_mass.value_or(density) != 0; }
};

Geom read_geom(const Placed& placed, const std::string& body, Reading& reading);

// Returns the mass and inertia of a geom in the frame of its body. The mesh must have been loaded.
Inertial inertial_of(const Geom& geom);

// Gives a geom that is fitted to a mesh the size and placement of the primitive. The mesh must have been loaded.
void fit_to_mesh(Geom& geom);

// Returns the shape of a geom, in the frame of its body.
Shape shape_of(const Geom& geom);

// The placement given by fromto: the origin is midway between the points, the z axis points from the second point to
// the first. Returns nothing if the points coincide.
struct Segment {
  Transform<double> placement;
  double half_length;
};
std::optional<Segment> segment_of(std::span<const double> fromto);

}  // namespace sinew::mjcf
