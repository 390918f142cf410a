// Converts spatial vectors and inertias to the dense arrays of sinew/sweep/, which has no spatial types, and back.
#pragma once

#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/spatial/articulated_inertia.hpp"

namespace sinew {

// These two convert a motion or a force.
template <class Six, class T>
void write(const Six& six, std::vector<T>& out) {
  const auto& [a, l] = six;
  out = {a.x, a.y, a.z, l.x, l.y, l.z};
}
template <class Six, class T>
Six read_six(const std::vector<T>& x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

template <class T>
void write(const ArticulatedInertia<T>& P, Matrix<T>& out) {
  const auto& [a, b, c] = P;
  const T rows[6][6] = {{a.xx, a.xy, a.xz, b.xx, b.xy, b.xz}, {a.xy, a.yy, a.yz, b.yx, b.yy, b.yz},
                        {a.xz, a.yz, a.zz, b.zx, b.zy, b.zz}, {b.xx, b.yx, b.zx, c.xx, c.xy, c.xz},
                        {b.xy, b.yy, b.zy, c.xy, c.yy, c.yz}, {b.xz, b.yz, b.zz, c.xz, c.yz, c.zz}};
  for (int j = 0; j < 6; ++j) {
    for (int i = 0; i < 6; ++i) out(i, j) = rows[i][j];
  }
}
template <class T>
ArticulatedInertia<T> read_inertia(const Matrix<T>& m) {
  return {{m(0, 0), m(0, 1), m(0, 2), m(1, 1), m(1, 2), m(2, 2)},
          {m(0, 3), m(0, 4), m(0, 5), m(1, 3), m(1, 4), m(1, 5), m(2, 3), m(2, 4), m(2, 5)},
          {m(3, 3), m(3, 4), m(3, 5), m(4, 4), m(4, 5), m(5, 5)}};
}

}  // namespace sinew
