// Computes the principal moments and axes of a symmetric 3x3 matrix by Jacobi's cyclic rotations.
#pragma once

#include <cmath>

#include "sinew/scalar/arc_tangent.hpp"
#include "sinew/spatial/rotation.hpp"

namespace sinew {

// m = axes * diag(moments) * axes^T; axes is a proper rotation, the moments come in no particular order.
struct PrincipalAxes {
  Vector3<double> moments;
  Rotation<double> axes;
};

inline PrincipalAxes principal_axes(const Symmetric3<double>& m) {
  Symmetric3<double> d = m;  // axes^T m axes
  Rotation<double> axes;
  const Vector3<double> ex{1, 0, 0}, ey{0, 1, 0}, ez{0, 0, 1};
  // Rotates about `axis` so that the off-diagonal element pq of the two other axes vanishes.
  const auto annihilate = [&](const Vector3<double>& axis, double pp, double qq, double pq) {
    if (pq == 0) return;
    // tan(2 angle) = 2 pq / (pp - qq), the root within 45 degrees: larger rotations may not converge.
    const double angle = 0.5 * arc_tangent(pp < qq ? -2 * pq : 2 * pq, std::fabs(pp - qq));
    const Rotation<double> rotation = rotation_about(axis, angle);
    d = conjugate(transpose(rotation), d);
    axes = axes * rotation;
  };
  const auto size = [](const Vector3<double>& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); };
  constexpr int sweeps = 30;  // quadratic convergence: a handful suffices
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (size({d.xy, d.xz, d.yz}) <= 1e-17 * size({d.xx, d.yy, d.zz})) break;
    annihilate(ez, d.xx, d.yy, d.xy);
    annihilate(ey, d.zz, d.xx, d.xz);
    annihilate(ex, d.yy, d.zz, d.yz);
  }
  return {{d.xx, d.yy, d.zz}, axes};
}

}  // namespace sinew
