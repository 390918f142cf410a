// Makes and scales inertia tensors.
#pragma once

#include "sinew/spatial/vector3.hpp"

namespace sinew::mjcf {

inline Symmetric3<double> diagonal(const Vector3<double>& d) {
  return {d.x, 0, 0, d.y, 0, d.z};
}
inline Symmetric3<double> scaled(double factor, const Symmetric3<double>& m) {
  return {factor * m.xx, factor * m.xy, factor * m.xz, factor * m.yy, factor * m.yz, factor * m.zz};
}

}  // namespace sinew::mjcf
