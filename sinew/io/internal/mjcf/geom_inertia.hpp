// Computes the volume, area and inertia of MJCF's primitive shapes.
#pragma once

#include <array>

#include "sinew/spatial/vector3.hpp"

namespace sinew::mjcf {

enum class GeomType { plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh };

const char* name_of(GeomType type);

// Returns how many of the three sizes a shape uses: a radius, a radius and a half length, three radii, or three half
// edges.
int size_count(GeomType type);

// The extent of a shape and its inertia about its centre, in its own axes, for mass one. Zero for plane and hfield; those
// of a mesh are not known here.
struct ShapeMeasures {
  double extent = 0;  // the volume of a solid, the area of a shell
  Vector3<double> unit_inertia{};
};
ShapeMeasures solid_measures(GeomType type, const std::array<double, 3>& size);
ShapeMeasures shell_measures(GeomType type,
                             const std::array<double, 3>& size);  // of a shell of uniform thickness

// Returns the sizes of a primitive for the half edges of a box, or for a body of mass one with these moments, which fall
// from x to z. The primitive is along z.
std::array<double, 3> fitted_to_box(GeomType type, const Vector3<double>& half_edges);
std::array<double, 3> fitted_to_inertia(GeomType type, const Vector3<double>& moments);

}  // namespace sinew::mjcf
