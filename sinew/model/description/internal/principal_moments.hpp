// Computes the principal moments of an inertia, in order, for any finite entries.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "sinew/base/number_text.hpp"
#include "sinew/spatial/principal_axes.hpp"

namespace sinew {

struct PrincipalMoments {
  double smallest, middle, largest;
};

inline double largest_entry(const Symmetric3<double>& m) {
  double largest = 0;
  for (const double x : {m.xx, m.xy, m.xz, m.yy, m.yz, m.zz}) largest = std::max(largest, std::abs(x));
  return largest;
}

inline Symmetric3<double> scaled(double factor, const Symmetric3<double>& m) {
  return {factor * m.xx, factor * m.xy, factor * m.xz, factor * m.yy, factor * m.yz, factor * m.zz};
}

inline PrincipalMoments principal_moments(const Symmetric3<double>& inertia) {
  const double size = largest_entry(inertia);
  if (size == 0) return {};
  const Vector3<double> unit = principal_axes(scaled(1 / size, inertia)).moments;
  double moments[] = {size * unit.x, size * unit.y, size * unit.z};
  std::sort(std::begin(moments), std::end(moments));
  return {moments[0], moments[1], moments[2]};
}

inline std::string text_of(const PrincipalMoments& moments) {
  std::string text = "(";
  text.append(number_text(moments.smallest)).append(", ");
  text.append(number_text(moments.middle)).append(", ");
  return text.append(number_text(moments.largest)).append(")");
}

}  // namespace sinew
