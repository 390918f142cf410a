// Computes the constraint rows of a connection between two frames (a loop or a grasp): the directions along which it
// transmits force, their bias, and the constraint errors.
//
// X is the pose of the second frame in the first. V = (omega, u) is the twist of the second frame relative to the
// first, in the second frame's axes at its origin. A row is satisfied while
//
//   direction . V = 0            and, differentiated once more,            direction . dV/dt + bias = 0
//
// Directions that are constant in the second frame have no bias. Directions that are constant in the first frame
// rotate in the second: an axis e of the first frame is a = R^T e in the second, with da/dt = -omega x a. If p is the
// position of the second origin, the rate of e . p is a . u, so that its second derivative is
// a . du/dt + a . (omega x u).
//
// `error` is the quantity that the row keeps at zero: a position (metres) or a small angle (radians). Its rate is
// direction . V where the connection is closed. Rows that are not holonomic have error zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "sinew/model/description/connection.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew {

template <Scalar T>
struct ConnectionRows {
  int count = 0;
  Force<T> direction[6];
  T bias[6];

  SINEW_INLINE void add(const Force<T>& along, const T& with_bias = T(0)) {
    direction[count] = along;
    bias[count++] = with_bias;
  }
};

namespace connections {

template <Scalar T>
inline constexpr Vector3<T> axes[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};

template <Scalar T>
struct RowMaker {
  const Transform<T>& X;
  const Motion<T>& V;
  ConnectionRows<T>& rows;

  // No rotation about axis i of the second frame, and no translation along it.
  void no_rotation(int i) {
    rows.add({axes<T>[i], {}});
  }
  void no_moving(int i) { rows.add({{}, axes<T>[i]}); }
  void no_rotation() { no_rotation(0), no_rotation(1), no_rotation(2); }
  void no_moving() { no_moving(0), no_moving(1), no_moving(2); }
  // No motion of the second origin along axis i of the first frame.
  void origin_keeps(int i) {
    const Vector3<T> a = transpose_times(X.rotation, axes<T>[i]);
    rows.add({{}, a}, dot(a, cross(V.angular, V.linear)));
  }
  // The z axis of the first frame stays perpendicular to the x axis of the second.
  void stays_perpendicular() {
    const Vector3<T> a = X.rotation.row_z, x = axes<T>[0];
    rows.add({cross(a, x), {}}, -dot(V.angular, cross(cross(V.angular, a), x)));
  }
  void keeps_distance() {
    const Vector3<T> r = transpose_times(X.rotation, X.translation);
    const T inverse = T(1) / norm(r);
    const Vector3<T> u = V.linear;
    rows.add({{}, inverse * r}, inverse * (dot(u, u) + dot(r, cross(V.angular, u))));
  }
};

// Returns the rotation vector of the shortest rotation that takes the unit vector `from` to the unit vector `to`. For
// opposite vectors it is a rotation by pi about any perpendicular axis.
template <Scalar T>
inline Vector3<T> rotation_between(const Vector3<T>& from, const Vector3<T>& to) {
  using std::atan2;
  const Vector3<T> across = cross(from, to);
  const T sine = norm(across), angle = atan2(sine, dot(from, to));
  if (sine > T(1e-12)) return (angle / sine) * across;
  if (dot(from, to) > T(0))
    return std::floating_point<T> ? Vector3<T>{} : across;  // rounding, but other scalars need its derivative
  const Vector3<T> other = detail::magnitude(from.x) < T(0.7) ? axes<T>[0] : axes<T>[1];
  const Vector3<T> axis = cross(from, other);
  return (angle / norm(axis)) * axis;
}

}  // namespace connections

namespace detail {

// Returns whether all directions are constant in the second frame. Then they depend neither on X nor on V, and their
// biases are zero.
inline bool has_constant_rows(ConnectionKind kind) {
  switch (kind) {
    case ConnectionKind::weld:
    case ConnectionKind::revolute:
    case ConnectionKind::prismatic:
    case ConnectionKind::cylindrical:
    case ConnectionKind::spherical:
    case ConnectionKind::planar:
    case ConnectionKind::directions:
      return true;
    default:
      return false;
  }
}

}  // namespace detail

// Computes the directions and biases of all rows. If the two ends of a distance connection coincide, the direction is
// undefined and the result is NaN.
template <Scalar T>
void connection_rows(const Connection& connection, const Transform<T>& X, const Motion<T>& V,
                     ConnectionRows<T>& rows) {
  rows.count = 0;
  connections::RowMaker<T> make{X, V, rows};
  switch (connection.kind) {
    case ConnectionKind::weld:
      return make.no_rotation(), make.no_moving();
    case ConnectionKind::revolute:
      return make.no_rotation(0), make.no_rotation(1), make.no_moving();
    case ConnectionKind::prismatic:
      return make.no_rotation(), make.no_moving(0), make.no_moving(1);
    case ConnectionKind::cylindrical:
      return make.no_rotation(0), make.no_rotation(1), make.no_moving(0), make.no_moving(1);
    case ConnectionKind::universal:
      return make.stays_perpendicular(), make.no_moving();
    case ConnectionKind::spherical:
      return make.no_moving();
    case ConnectionKind::planar:
      return make.no_rotation(0), make.no_rotation(1), make.no_moving(2);
    case ConnectionKind::soft_finger:
      return rows.add({X.rotation.row_z, {}}), make.no_moving();
    case ConnectionKind::point_on_line:
      return make.origin_keeps(0), make.origin_keeps(1);
    case ConnectionKind::line_on_plane:
      return make.stays_perpendicular(), make.origin_keeps(2);
    case ConnectionKind::point_on_plane:
      return make.origin_keeps(2);
    case ConnectionKind::distance:
      return make.keeps_distance();
    case ConnectionKind::directions:
      for (const Force<double>& f : connection.directions) rows.add(f.template cast<T>());
  }
}

// Returns whether a row has an error of position. Rows without constrain velocities only: those of `directions`, and the
// rotation of a soft finger about its normal.
inline bool has_position_error(const Connection& connection, int row) {
  return connection.kind != ConnectionKind::directions &&
         (connection.kind != ConnectionKind::soft_finger || row != 0);
}

// Computes the constraint errors, one number per row.
template <Scalar T>
void connection_error(const Connection& connection, const Transform<T>& X, T* error) {
  const Vector3<T> z = connections::axes<T>[2];
  const Vector3<T> normal = X.rotation.row_z;                            // z of the first, in the second
  const Vector3<T> origin = transpose_times(X.rotation, X.translation);  // of the second, in its own axes
  const Vector3<T> off_axis =  // the same without the displacement along z of the first
      transpose_times(X.rotation, Vector3<T>{X.translation.x, X.translation.y, T(0)});
  const Vector3<T> whole_rotation = rotation_vector_of(X.rotation);
  const Vector3<T> tilt = connections::rotation_between(normal, z);
  const T out_of_square = -dot(normal, connections::axes<T>[0]);
  const auto write = [&](std::initializer_list<T> numbers) {
    std::copy(numbers.begin(), numbers.end(), error);
  };
  switch (connection.kind) {
    case ConnectionKind::weld:
      return write({whole_rotation.x, whole_rotation.y, whole_rotation.z, origin.x, origin.y, origin.z});
    case ConnectionKind::revolute:
      return write({tilt.x, tilt.y, origin.x, origin.y, origin.z});
    case ConnectionKind::prismatic:
      return write({whole_rotation.x, whole_rotation.y, whole_rotation.z, off_axis.x, off_axis.y});
    case ConnectionKind::cylindrical:
      return write({tilt.x, tilt.y, off_axis.x, off_axis.y});
    case ConnectionKind::universal:
      return write({out_of_square, origin.x, origin.y, origin.z});
    case ConnectionKind::spherical:
      return write({origin.x, origin.y, origin.z});
    case ConnectionKind::planar:
      return write({tilt.x, tilt.y, X.translation.z});
    case ConnectionKind::soft_finger:
      return write({T(0), origin.x, origin.y, origin.z});
    case ConnectionKind::point_on_line:
      return write({X.translation.x, X.translation.y});
    case ConnectionKind::line_on_plane:
      return write({out_of_square, X.translation.z});
    case ConnectionKind::point_on_plane:
      return write({X.translation.z});
    case ConnectionKind::distance:
      return write({norm(X.translation) - T(connection.distance)});
    case ConnectionKind::directions:
      std::fill(error, error + connection.directions.size(), T(0));
  }
}

}  // namespace sinew
