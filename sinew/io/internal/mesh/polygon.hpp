// Splits polygons into triangles by cutting off ears: corners whose triangle contains no other corner.
#pragma once

#include "sinew/io/internal/mesh/mesh.hpp"

namespace sinew::mesh {

// Adds the triangles of a polygon with at least three corners, which are indices of points of the mesh. A quadrilateral
// is split along its shorter diagonal. A polygon that is not flat has no definite triangles; neither has one with more
// than 1,000 corners, which becomes a fan.
void add_polygon(std::vector<std::uint32_t> corners, Mesh& mesh);

}  // namespace sinew::mesh
