// Reads and writes the entries that one joint has in a vector.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "sinew/interop/convention.hpp"

namespace sinew::interop {

inline std::string in_quotes(std::string_view name) {
  return "'" + std::string(name) + "'";
}

inline bool is_hinge(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::continuous;
}

// Three numbers that are `stride` numbers apart.
inline Vector3<double> vector_at(const double* x, int stride) {
  return {x[0], x[stride], x[2 * stride]};
}
inline void store(const Vector3<double>& v, double* x, int stride) {
  x[0] = v.x, x[stride] = v.y, x[2 * stride] = v.z;
}

// Six numbers in the order of a peer.
inline std::array<double, 6> in_order(Halves halves, const Vector3<double>& angular,
                                      const Vector3<double>& linear) {
  const auto& [a, b] =
      halves == Halves::angular_first ? std::pair(angular, linear) : std::pair(linear, angular);
  return {a.x, a.y, a.z, b.x, b.y, b.z};
}

}  // namespace sinew::interop
