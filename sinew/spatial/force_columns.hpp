// Writes phi as a dense 6 x 6 matrix, for code that sets up matrices of its own.
#pragma once

#include <array>

#include "sinew/spatial/transform.hpp"

namespace sinew {

// Returns the 6 x 6 matrix phi(parent, child) of a placement, column by column. Each column is a unit force in the
// child frame, expressed in the parent frame.
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
