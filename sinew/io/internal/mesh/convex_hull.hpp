// Computes the convex hull of points by the Quickhull algorithm.
//
// C. B. Barber, D. P. Dobkin, H. Huhdanpaa: The Quickhull algorithm for convex hulls, ACM TOMS 22 (1996). A tetrahedron
// of points grows: the farthest point outside a face replaces the faces that it sees by a cone over their border.
//
// Cost: O(n log n) for usual points.
#pragma once

#include <span>
#include <vector>

#include "sinew/io/internal/mesh/mesh.hpp"

namespace sinew::mesh {

// Returns the faces of the hull, which face outwards; none if all points lie in a plane (to 1e-10 of their extent).
std::vector<Face> convex_hull(std::span<const Vector3<double>> points);

}  // namespace sinew::mesh
