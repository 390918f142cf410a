// Reads <geom>: a shape and its mass, which counts if the inertia of the body is computed from its geoms.
#pragma once

#include <string>

#include "sinew/io/internal/mjcf/attributes.hpp"
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
  double group = 0;
  bool collides = true;
  double mass = 0;
  Vector3<double> inertia{};  // about its centre, in its own axes
  bool needs_mesh = false;    // mass and inertia would have to come from a mesh
  bool is_shell = false;
  bool has_shape = true;
  Shape shape;
};

// `class_index`: default class given by the body's childclass.
Geom read_geom(Element element, const std::string& body, int class_index, Reading& reading);

// The placement given by fromto: the origin is midway between the points, the z axis points from the second point to
// the first. Returns nothing if the points coincide.
struct Segment {
  Transform<double> placement;
  double half_length;
};
std::optional<Segment> segment_of(std::span<const double> fromto);

}  // namespace sinew::mjcf
