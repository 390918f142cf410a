#include "sinew/chains/connection_rows.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {
namespace {

// The shortest turn that takes `from` to `to`, two unit vectors. Opposite ones are half a turn apart, about any axis
// across.
Vector3<double> turn_between(const Vector3<double>& from, const Vector3<double>& to) {
  const Vector3<double> across = cross(from, to);
  const double sine = norm(across), angle = std::atan2(sine, dot(from, to));
  if (sine > 1e-12) return (angle / sine) * across;
  if (dot(from, to) > 0) return {};
  const Vector3<double> other = std::abs(from.x) < 0.7 ? Vector3<double>{1, 0, 0} : Vector3<double>{0, 1, 0};
  const Vector3<double> axis = cross(from, other);
  return (angle / norm(axis)) * axis;
}

}  // namespace

void connection_error(const Connection& connection, const Transform<double>& X, double* error) {
  const Vector3<double> z{0, 0, 1};
  const Vector3<double> normal = X.rotation.row_z;  // z of the first, in the second
  const Vector3<double> origin =
      transpose_times(X.rotation, X.translation);  // of the second, in its own axes
  const Vector3<double> off_axis =                 // the same without the way along the first's axis
      transpose_times(X.rotation, Vector3<double>{X.translation.x, X.translation.y, 0});
  const Vector3<double> whole_turn = rotation_vector_of(X.rotation);
  const Vector3<double> tilt = turn_between(normal, z);
  const double out_of_square = -dot(normal, Vector3<double>{1, 0, 0});
  const auto write = [&](std::initializer_list<double> numbers) {
    std::copy(numbers.begin(), numbers.end(), error);
  };
  switch (connection.kind) {
    case ConnectionKind::weld:
      return write({whole_turn.x, whole_turn.y, whole_turn.z, origin.x, origin.y, origin.z});
    case ConnectionKind::revolute:
      return write({tilt.x, tilt.y, origin.x, origin.y, origin.z});
    case ConnectionKind::prismatic:
      return write({whole_turn.x, whole_turn.y, whole_turn.z, off_axis.x, off_axis.y});
    case ConnectionKind::cylindrical:
      return write({tilt.x, tilt.y, off_axis.x, off_axis.y});
    case ConnectionKind::universal:
      return write({out_of_square, origin.x, origin.y, origin.z});
    case ConnectionKind::spherical:
      return write({origin.x, origin.y, origin.z});
    case ConnectionKind::planar:
      return write({tilt.x, tilt.y, X.translation.z});
    case ConnectionKind::soft_finger:
      return write({0, origin.x, origin.y, origin.z});
    case ConnectionKind::point_on_line:
      return write({X.translation.x, X.translation.y});
    case ConnectionKind::line_on_plane:
      return write({out_of_square, X.translation.z});
    case ConnectionKind::point_on_plane:
      return write({X.translation.z});
    case ConnectionKind::distance:
      return write({norm(X.translation) - connection.distance});
    case ConnectionKind::directions:
      std::fill(error, error + connection.directions.size(), 0.0);
  }
}

}  // namespace sinew
