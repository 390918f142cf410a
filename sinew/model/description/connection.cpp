#include "sinew/model/description/connection.hpp"

#include <iterator>

#include "sinew/model/description/description.hpp"

namespace sinew {
namespace {

struct Kind {
  const char* name;
  int rows;
};
constexpr Kind kinds[] = {
    {"weld", 6},           {"revolute", 5}, {"prismatic", 5},   {"cylindrical", 4},   {"universal", 4},
    {"spherical", 3},      {"planar", 3},   {"soft_finger", 4}, {"point_on_line", 2}, {"line_on_plane", 2},
    {"point_on_plane", 1}, {"distance", 1}, {"directions", 0}};

}  // namespace

const char* name_of(ConnectionKind kind) {
  if (std::size_t(kind) >= std::size(kinds)) return "unknown";
  return kinds[std::size_t(kind)].name;
}

std::optional<ConnectionKind> connection_kind(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    if (name == kinds[i].name) return ConnectionKind(i);
  }
  return {};
}

int row_count(const Connection& connection) {
  if (connection.kind == ConnectionKind::directions) return int(connection.directions.size());
  if (std::size_t(connection.kind) >= std::size(kinds)) return 0;  // validation refuses it
  return kinds[std::size_t(connection.kind)].rows;
}

Transform<double> frame_along(const Vector3<double>& point, const Vector3<double>& axis) {
  const Vector3<double> z = (1 / norm(axis)) * axis;
  const auto [x, y] = plane_directions(z);
  return {transpose(Rotation<double>{x, y, z}), point};
}

}  // namespace sinew
