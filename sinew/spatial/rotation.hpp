// Defines rotation matrices, stored as three rows, and converts them from and to quaternions, rotation vectors and
// roll-pitch-yaw angles. R maps child coordinates to parent coordinates.
#pragma once

#include <cmath>

#include "sinew/spatial/vector3.hpp"

namespace sinew {

template <class T>
struct Rotation {
  Vector3<T> row_x{T(1), T(0), T(0)}, row_y{T(0), T(1), T(0)}, row_z{T(0), T(0), T(1)};

  friend constexpr bool operator==(const Rotation&, const Rotation&) = default;
  SINEW_INLINE Vector3<T> column_x() const { return {row_x.x, row_y.x, row_z.x}; }
  SINEW_INLINE Vector3<T> column_y() const { return {row_x.y, row_y.y, row_z.y}; }
  SINEW_INLINE Vector3<T> column_z() const { return {row_x.z, row_y.z, row_z.z}; }
  template <class U>
  SINEW_INLINE Rotation<U> cast() const {
    return {row_x.template cast<U>(), row_y.template cast<U>(), row_z.template cast<U>()};
  }
};

template <class T>
SINEW_INLINE Vector3<T> operator*(const Rotation<T>& r, const Vector3<T>& v) {
  return {dot(r.row_x, v), dot(r.row_y, v), dot(r.row_z, v)};
}
template <class T>
SINEW_INLINE Rotation<T> transpose(const Rotation<T>& r) {
  return {r.column_x(), r.column_y(), r.column_z()};
}
// R^T v: parent coordinates to child coordinates.
template <class T>
SINEW_INLINE Vector3<T> transpose_times(const Rotation<T>& r, const Vector3<T>& v) {
  return {dot(r.column_x(), v), dot(r.column_y(), v), dot(r.column_z(), v)};
}
template <class T>
SINEW_INLINE Rotation<T> operator*(const Rotation<T>& a, const Rotation<T>& b) {
  return {transpose_times(b, a.row_x), transpose_times(b, a.row_y), transpose_times(b, a.row_z)};
}
// R m R^T
template <class T>
SINEW_INLINE Symmetric3<T> conjugate(const Rotation<T>& r, const Symmetric3<T>& m) {
  const Vector3<T> x = m * r.row_x, y = m * r.row_y, z = m * r.row_z;
  return {dot(r.row_x, x), dot(r.row_x, y), dot(r.row_x, z),
          dot(r.row_y, y), dot(r.row_y, z), dot(r.row_z, z)};
}

// Rotation by `angle` about the unit vector `axis` (Rodrigues' formula).
template <class T>
inline Rotation<T> rotation_about(const Vector3<T>& axis, const T& angle) {
  const auto [s, c] = sine_cosine(angle);
  const T v = T(1) - c;
  const auto& [x, y, z] = axis;
  return {{c + v * x * x, v * x * y - s * z, v * x * z + s * y},
          {v * x * y + s * z, c + v * y * y, v * y * z - s * x},
          {v * x * z - s * y, v * y * z + s * x, c + v * z * z}};
}

// Rotation of the quaternion w x y z, which is normalised here: a quaternion of any length but zero gives a rotation.
template <class T>
inline Rotation<T> rotation_from_quaternion(const T& qw, const T& qx, const T& qy, const T& qz) {
  const T two_over_norm = T(2) / (qw * qw + qx * qx + qy * qy + qz * qz);
  const T x = two_over_norm * qx, y = two_over_norm * qy, z = two_over_norm * qz;
  const T wx = qw * x, wy = qw * y, wz = qw * z, xx = qx * x, xy = qx * y, xz = qx * z, yy = qy * y,
          yz = qy * z, zz = qz * z;
  return {{T(1) - (yy + zz), xy - wz, xz + wy},
          {xy + wz, T(1) - (xx + zz), yz - wx},
          {xz - wy, yz + wx, T(1) - (xx + yy)}};
}

template <class T>
struct Quaternion {
  T w{1}, x{}, y{}, z{};
};

// The quaternion (w >= 0) of a rotation matrix, by the largest of the four squares (Shepperd).
template <class T>
inline Quaternion<T> quaternion_of(const Rotation<T>& r) {
  using std::sqrt;
  const T xx = r.row_x.x, yy = r.row_y.y, zz = r.row_z.z, trace = xx + yy + zz;
  Quaternion<T> q;
  if (trace >= xx && trace >= yy && trace >= zz) {
    q = {T(1) + trace, r.row_z.y - r.row_y.z, r.row_x.z - r.row_z.x, r.row_y.x - r.row_x.y};
  } else if (xx >= yy && xx >= zz) {
    q = {r.row_z.y - r.row_y.z, T(1) + xx - yy - zz, r.row_x.y + r.row_y.x, r.row_x.z + r.row_z.x};
  } else if (yy >= zz) {
    q = {r.row_x.z - r.row_z.x, r.row_x.y + r.row_y.x, T(1) - xx + yy - zz, r.row_y.z + r.row_z.y};
  } else {
    q = {r.row_y.x - r.row_x.y, r.row_x.z + r.row_z.x, r.row_y.z + r.row_z.y, T(1) - xx - yy + zz};
  }
  const T scale = (q.w < T(0) ? T(-1) : T(1)) / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {scale * q.w, scale * q.x, scale * q.y, scale * q.z};
}

// Rotation vector of a rotation, axis times angle (at most pi): the inverse of rotation_about.
template <class T>
inline Vector3<T> rotation_vector_of(const Rotation<T>& r) {
  using std::atan2;
  const auto [w, x, y, z] = quaternion_of(r);
  const Vector3<T> v{x, y, z};
  const T sine = norm(v);  // of half the angle
  if (!(sine > T(0))) return T(2) * v;
  return (T(2) * atan2(sine, w) / sine) * v;
}

// Rz(yaw) Ry(pitch) Rx(roll): URDF's rpy.
template <class T>
inline Rotation<T> rotation_from_rpy(const Vector3<T>& rpy) {
  const Vector3<T> ex{T(1), T(0), T(0)}, ey{T(0), T(1), T(0)}, ez{T(0), T(0), T(1)};
  return rotation_about(ez, rpy.z) * rotation_about(ey, rpy.y) * rotation_about(ex, rpy.x);
}

// Inverse of the above. Yaw is computed after undoing the roll that was found. Near pitch = +-90 degrees, where roll
// and yaw cannot be told apart, the errors of the two therefore cancel, and the angles reproduce the rotation to
// rounding.
template <class T>
inline Vector3<T> rpy_of(const Rotation<T>& r) {
  using std::atan2;
  using std::sqrt;
  const T cosine_pitch = sqrt(r.row_x.x * r.row_x.x + r.row_y.x * r.row_y.x);
  const T roll = atan2(r.row_z.y, r.row_z.z);
  const auto [s, c] = sine_cosine(roll);
  return {roll, atan2(-r.row_z.x, cosine_pitch),
          atan2(s * r.row_x.z - c * r.row_x.y, c * r.row_y.y - s * r.row_y.z)};
}

}  // namespace sinew
