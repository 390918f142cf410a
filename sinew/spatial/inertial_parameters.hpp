// Converts the inertia of a rigid body to the vector of its ten inertial parameters and back.
//
//   mass, first moment x y z (mass times centre of mass), inertia xx xy xz yy yz zz about the origin of the body's frame
//
// in the axes of that frame. Torques, energies and momenta are linear in these numbers.
#pragma once

#include <array>

#include "sinew/spatial/rigid_inertia.hpp"

namespace sinew {

inline constexpr int inertial_parameters_per_body = 10;

namespace detail {

template <class T>
SINEW_INLINE std::array<T, inertial_parameters_per_body> numbers_of(const RigidInertia<T>& m) {
  const auto& [x, y, z] = m.moment;
  const auto& [xx, xy, xz, yy, yz, zz] = m.inertia;
  return {m.mass, x, y, z, xx, xy, xz, yy, yz, zz};
}
template <class T>
SINEW_INLINE RigidInertia<T> inertia_of(const T* p) {
  return {p[0], {p[1], p[2], p[3]}, {p[4], p[5], p[6], p[7], p[8], p[9]}};
}

// Adds `scale` times the derivatives of left^T M right by the parameters of M.
template <class T>
SINEW_INLINE void add_gradient_of_pairing(const T& scale, const Motion<T>& left, const Motion<T>& right,
                                          T* gradient) {
  const Vector3<T>&a = left.angular, &b = right.angular;
  const Vector3<T> moment = cross(right.linear, a) - cross(b, left.linear);
  const T numbers[] = {dot(left.linear, right.linear),
                       moment.x,
                       moment.y,
                       moment.z,
                       a.x * b.x,
                       a.x * b.y + a.y * b.x,
                       a.x * b.z + a.z * b.x,
                       a.y * b.y,
                       a.y * b.z + a.z * b.y,
                       a.z * b.z};
  for (int i = 0; i < inertial_parameters_per_body; ++i) gradient[i] = gradient[i] + scale * numbers[i];
}

}  // namespace detail
}  // namespace sinew
