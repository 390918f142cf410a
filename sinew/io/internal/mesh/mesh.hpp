// Reads triangle meshes from STL (binary and ASCII), OBJ and MSH files.
//
// Polygons of OBJ files become triangles. A mesh may have no faces; it is then a cloud of points, of which the convex
// hull is meant.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/spatial/vector3.hpp"

namespace sinew::mesh {

inline constexpr std::size_t max_bytes = 256 * 1024 * 1024;  // of one file

using Face = std::array<std::uint32_t, 3>;  // indices of points, counter-clockwise as seen from outside

struct Mesh {
  std::vector<Vector3<double>> points;
  std::vector<Face> faces;
};

// `problem` is empty on success; otherwise it says what was expected and what was found.
struct MeshRead {
  Mesh mesh{};
  std::string problem{};
};

// Reads a file; the ending of its name says the format. Every index of the result is valid and every number finite.
MeshRead read_mesh(const std::string& file);

MeshRead parse_stl(std::string_view bytes);
MeshRead parse_obj(std::string_view text);
MeshRead parse_msh(std::string_view bytes);

// Returns a message if a point is not finite or a face names a point that does not exist, and an empty text otherwise.
std::string problem_of(const Mesh& mesh);

}  // namespace sinew::mesh
