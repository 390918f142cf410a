// Differentiates the constraint rows of a connection (chains/constraints/connection_rows.hpp) by the relative pose X and
// the relative twist V of its two frames.
//
// A displacement s of the second frame relative to the first, in the second frame's axes, changes X = (R, p) by
// dR = R s_angular^, dp = R s_linear. Dual numbers through `connection_rows` give the change of each direction and of
// each bias for the six unit displacements and the six unit changes of V.
//
// Cost: none for connections whose directions are constant in the second frame; otherwise twelve evaluations of the rows
// on dual numbers.
#pragma once

#include "sinew/chains/constraints/connection_rows.hpp"
#include "sinew/scalar/dual.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::detail {

// Per row. All are zero for constant rows.
template <Scalar T>
struct ConnectionRates {
  Force<T> direction[6][6]{};   // [row][j]: change of the direction per unit of displacement j
  Force<T> bias_by_pose[6]{};   // paired with the displacement
  Force<T> bias_by_twist[6]{};  // paired with the change of V
};

template <Scalar T>
void connection_rates(const Connection& connection, const Transform<T>& X, const Motion<T>& V,
                      ConnectionRates<T>& out) {
  using D = Dual<T>;
  const auto differentiate = [&](const Motion<T>& displacement, const Motion<T>& change, const auto& store) {
    const auto moving = [](const Vector3<T>& x, const Vector3<T>& rate) {
      return Vector3<D>{{x.x, rate.x}, {x.y, rate.y}, {x.z, rate.z}};
    };
    const auto turned = [&](const Vector3<T>& row) { return moving(row, cross(row, displacement.angular)); };
    const Transform<D> pose{{turned(X.rotation.row_x), turned(X.rotation.row_y), turned(X.rotation.row_z)},
                            moving(X.translation, X.rotation * displacement.linear)};
    const Motion<D> twist{moving(V.angular, change.angular), moving(V.linear, change.linear)};
    ConnectionRows<D> rows;
    connection_rows(connection, pose, twist, rows);
    for (int i = 0; i < rows.count; ++i) store(i, rows.direction[i], rows.bias[i].rate);
  };
  for (int j = 0; j < 6; ++j) {
    Motion<T> unit{};
    unit[j] = T(1);
    differentiate(unit, {}, [&](int i, const Force<D>& direction, const T& bias) {
      for (int k = 0; k < 6; ++k) out.direction[i][j][k] = direction[k].rate;
      out.bias_by_pose[i][j] = bias;
    });
    differentiate({}, unit, [&](int i, const Force<D>&, const T& bias) { out.bias_by_twist[i][j] = bias; });
  }
}

}  // namespace sinew::detail
