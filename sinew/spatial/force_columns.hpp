// The numbers of phi, for those who set up matrices of their own.
#pragma once

#include <array>

#include "sinew/spatial/transform.hpp"

namespace sinew {

// Columns of the 6 x 6 matrix phi(parent, child) of a placement, one behind the other: what unit forces in the child
// frame are in the parent frame.
template <class T>
std::array<T, 36> force_columns(const Transform<T>& placement) {
  std::array<T, 36> columns{};
  const Vector3<T> axes[] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  auto next = columns.begin();
  const auto append = [&](const Force<T>& unit) {
    const auto [angular, linear] = placement.force_to_parent(unit);
    for (const T& x : {angular.x, angular.y, angular.z, linear.x, linear.y, linear.z}) *next++ = x;
  };
  for (const Vector3<T>& axis : axes) append({axis, {}});
  for (const Vector3<T>& axis : axes) append({{}, axis});
  return columns;
}

}  // namespace sinew
