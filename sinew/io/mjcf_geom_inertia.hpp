// Volume and inertia of MJCF's primitive shapes.
#pragma once

#include <array>

#include "sinew/spatial/vector3.hpp"

namespace sinew::mjcf {

enum class GeomType { plane, hfield, sphere, capsule, ellipsoid, cylinder, box, mesh };

const char* name_of(GeomType type);

// How many of the three sizes a shape has: radius; radius and half length; radii; half edges.
int size_count(GeomType type);

// Solid shapes; zero for plane and hfield. A mesh has a volume of its own, which is not known here.
double volume(GeomType type, const std::array<double, 3>& size);

// Inertia about the centre, in the shape's axes, of a solid of mass one.
Vector3<double> unit_inertia(GeomType type, const std::array<double, 3>& size);

}  // namespace sinew::mjcf
