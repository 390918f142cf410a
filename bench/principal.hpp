// Principal axes of a body, for libraries that keep inertias diagonal.
#pragma once

#include <array>
#include <cmath>

#include "sinew/model/description.hpp"

namespace bench {

// The frame at the centre of mass along the principal axes, and the three moments about them.
struct Principal {
  sinew::Transform<double> frame;
  sinew::Vector3<double> moments;
};

// Jacobi's method: turn away one off-diagonal entry after the other until nothing of them is left.
inline Principal principal_of(const sinew::Inertial& body) {
  using Axis = sinew::Vector3<double>;
  constexpr std::array<Axis, 3> axes{Axis{1, 0, 0}, Axis{0, 1, 0}, Axis{0, 0, 1}};
  sinew::Symmetric3<double> m = body.inertia;
  sinew::Rotation<double> r;
  const double small = 1e-18 * (m.xx + m.yy + m.zz);
  for (int step = 0; step < 60; ++step) {
    const std::array<double, 3> off{m.yz, m.xz, m.xy};
    std::size_t k = 0;  // the axis to turn about: the one whose opposite entry is largest
    for (std::size_t i = 1; i < 3; ++i) {
      if (std::abs(off[i]) > std::abs(off[k])) k = i;
    }
    if (std::abs(off[k]) <= small) break;
    const double first = k == 0 ? m.yy : k == 1 ? m.zz : m.xx, second = k == 0 ? m.zz : k == 1 ? m.xx : m.yy;
    const auto turn = sinew::rotation_about(axes[k], 0.5 * std::atan2(2 * off[k], first - second));
    m = conjugate(transpose(turn), m);
    r = r * turn;
  }
  return {{r, body.com}, {m.xx, m.yy, m.zz}};
}

}  // namespace bench
