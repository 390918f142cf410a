// Reads STL: 80 bytes of header, the number of triangles, and for each triangle a normal and three points; or the same
// as text, "facet normal ... vertex x y z ...".
#include <charconv>
#include <cstring>

#include "sinew/io/internal/mesh/mesh.hpp"
#include "sinew/io/internal/mesh/words.hpp"

namespace sinew::mesh {
namespace {

constexpr std::size_t header = 84, triangle = 50, normal = 12;

MeshRead parse_binary_stl(std::string_view bytes, std::size_t count) {
  MeshRead read;
  read.mesh.points.reserve(3 * count);
  read.mesh.faces.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    float p[9];
    std::memcpy(p, bytes.data() + header + i * triangle + normal, sizeof p);
    const auto first = static_cast<std::uint32_t>(3 * i);
    for (int j = 0; j < 9; j += 3) read.mesh.points.push_back({p[j], p[j + 1], p[j + 2]});
    read.mesh.faces.push_back({first, first + 1, first + 2});
  }
  return read;
}

MeshRead parse_text_stl(std::string_view text) {
  MeshRead read;
  auto& [points, faces] = read.mesh;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = next_line(rest);
    if (next_word(line) != "vertex") continue;
    Vector3<double> point;
    if (!read_point(line, point)) return {.problem = "a vertex has no three numbers"};
    points.push_back(point);
    if (points.size() % 3 != 0) continue;
    const auto first = static_cast<std::uint32_t>(points.size() - 3);
    faces.push_back({first, first + 1, first + 2});
  }
  if (points.empty() || points.size() % 3 != 0) return {.problem = "it is not a complete STL file"};
  return read;
}

}  // namespace

MeshRead parse_stl(std::string_view bytes) {
  if (bytes.size() >= header) {
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + header - 4, 4);
    // Some programs append data of their own.
    const std::uint64_t needed = header + std::uint64_t(count) * triangle;
    const bool is_text = bytes.substr(0, 5) == "solid" && bytes.size() != needed;
    if (!is_text && count > 0 && bytes.size() >= needed) return parse_binary_stl(bytes, count);
    if (!is_text) {
      return {.problem = "its header announces " + std::to_string(count) + " triangles, in a file of " +
                         std::to_string(bytes.size()) + " bytes"};
    }
  }
  return parse_text_stl(bytes);
}

}  // namespace sinew::mesh
