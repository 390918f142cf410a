// Numbers of plans that are not what they can be.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string>

#include "sinew/model/number_text.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::edge {

inline void check_finite_number(const std::string& what, double value) {
  if (std::isfinite(value)) return;
  throw std::invalid_argument(what + " is " + number_text(value) + "; expected a finite number");
}
inline void check_not_negative(const std::string& what, double value) {
  if (value >= 0 && std::isfinite(value)) return;
  throw std::invalid_argument(what + " is " + number_text(value) + "; expected zero or more");
}
inline void check_vector(const std::string& what, const Vector3<double>& v) {
  for (const double x : {v.x, v.y, v.z}) check_finite_number(what, x);
}

}  // namespace sinew::edge
