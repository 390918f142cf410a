// Reads the points (v) and faces (f) of OBJ files; everything else is skipped. If a file has several objects or groups
// (o, g), only the faces of the first one count, and the points of all, as in MuJoCo.
#include <string>

#include "sinew/io/internal/mesh/mesh.hpp"
#include "sinew/io/internal/mesh/polygon.hpp"
#include "sinew/io/internal/mesh/words.hpp"

namespace sinew::mesh {
namespace {

// Reads "7", "7/2" or "7/2/3": the index of a point counts from 1, or backwards from the last one if it is negative.
bool read_corner(std::string_view word, std::size_t points, std::uint32_t& corner) {
  long index = 0;
  if (!read_number(word.substr(0, word.find('/')), index)) return false;
  const auto count = static_cast<long>(points);
  if (index < 0 && index >= -count) index += count + 1;
  if (index < 1 || index > count) return false;
  corner = static_cast<std::uint32_t>(index - 1);
  return true;
}

}  // namespace

MeshRead parse_obj(std::string_view text) {
  MeshRead read;
  bool is_first = true;
  std::vector<std::uint32_t> corners;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = next_line(rest);
    const std::string_view kind = next_word(line);
    if (kind == "v") {
      if (!read_point(line, read.mesh.points.emplace_back()))
        return {.problem = "a point has no three numbers"};
    } else if (kind == "o" || kind == "g") {
      is_first = is_first && read.mesh.faces.empty();
    } else if (kind == "f" && is_first) {
      corners.clear();
      for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
        if (!read_corner(word, read.mesh.points.size(), corners.emplace_back())) {
          return {.problem =
                      "a face names '" + std::string(word.substr(0, 40)) + "'; expected a point above it"};
        }
      }
      if (corners.size() < 3) return {.problem = "a face has fewer than three corners"};
      add_polygon(corners, read.mesh);
    }
  }
  return read;
}

}  // namespace sinew::mesh
