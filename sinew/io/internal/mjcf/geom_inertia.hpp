// Computes the volume and inertia of MJCF's primitive shapes.
#pragma once

#include <array>

#include "sinew/spatial/vector3.hpp"

namespace sinew::mjcf {

enum class GeomType { plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh };

const char* name_of(GeomType type);

// Returns how many of the three sizes a shape uses: a radius, a radius and a half length, three radii, or three half
// edges.
int size_count(GeomType type);

// Returns the volume of a solid shape, and zero for plane and hfield. The volume of a mesh is not known here.
double volume(GeomType type, const std::array<double, 3>& size);

// Returns the inertia of a solid of mass one about its centre, in the axes of the shape.
Vector3<double> unit_inertia(GeomType type, const std::array<double, 3>& size);

// The same for a shell: its area, and the inertia of a shell of mass one, uniform in thickness.
double area(GeomType type, const std::array<double, 3>& size);
Vector3<double> unit_shell_inertia(GeomType type, const std::array<double, 3>& size);

// Returns the sizes of a primitive for the half edges of a box, or for a body of mass one with these moments, which fall
// from x to z. The primitive is along z.
std::array<double, 3> fitted_to_box(GeomType type, const Vector3<double>& half_edges);
std::array<double, 3> fitted_to_inertia(GeomType type, const Vector3<double>& moments);

}  // namespace sinew::mjcf
