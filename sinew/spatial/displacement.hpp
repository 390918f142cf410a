// Represents the displacement of a frame relative to its initial pose: a rotation and a translation, stored so that
// small displacements lose no digits.
#pragma once

#include "sinew/spatial/exponential.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew {

struct Displacement {
  double cosine = 1;       // of half the angle
  Vector3<double> sine{};  // of half the angle, along the axis
  Vector3<double> shift{};
};

namespace detail {
// R x - x, computed without this difference, which would lose digits.
inline Vector3<double> shift_by_rotation(const Displacement& d, const Vector3<double>& x) {
  const Vector3<double> once = 2 * cross(d.sine, x);
  return d.cosine * once + cross(d.sine, once);
}
// R^T x - x
inline Vector3<double> shift_by_inverse_rotation(const Displacement& d, const Vector3<double>& x) {
  return shift_by_rotation({d.cosine, -d.sine, {}}, x);
}
}  // namespace detail

// The displacement a followed by b, where b is given in the frame that a leads to.
inline Displacement operator*(const Displacement& a, const Displacement& b) {
  return {a.cosine * b.cosine - dot(a.sine, b.sine),
          a.cosine * b.sine + b.cosine * a.sine + cross(a.sine, b.sine),
          a.shift + b.shift + detail::shift_by_rotation(a, b.shift)};
}

// The same displacement for a second frame that moves with the first and whose pose in it is x: x^-1 d x.
inline Displacement seen_from(const Transform<double>& x, const Displacement& d) {
  return {d.cosine, transpose_times(x.rotation, d.sine),
          transpose_times(x.rotation, detail::shift_by_rotation(d, x.translation) + d.shift)};
}

inline Displacement exp_of(const Motion<double>& u) {
  const auto [w, x, y, z] = quaternion_of_rotation_vector(u.angular);
  return {w, {x, y, z}, screw_translation(u.angular, u.linear)};
}

// Rotation vector of the displacement, at most pi long.
inline Vector3<double> rotation_vector_of(const Displacement& d) {
  const double sine = norm(d.sine), sign = d.cosine < 0 ? -1 : 1;
  return (sine > 0 ? 2 * sign * std::atan2(sine, sign * d.cosine) / sine : 2) * d.sine;
}

inline Displacement displacement_of(const Transform<double>& x) {
  const auto [w, a, b, c] = quaternion_of(x.rotation);
  return {w, {a, b, c}, x.translation};
}

}  // namespace sinew
