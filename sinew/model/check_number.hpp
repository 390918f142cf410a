// Checks numbers that the caller gives. An invalid one throws std::invalid_argument with a message that says which
// number it is, its value and what was expected.
#pragma once

#include <cmath>
#include <string>

#include "sinew/spatial/vector3.hpp"

namespace sinew::edge {

[[noreturn]] void wrong_number(const std::string& what, double value, const char* expected);

inline void check_finite_number(const std::string& what, double value) {
  if (!std::isfinite(value)) wrong_number(what, value, "a finite number");
}
inline void check_not_negative(const std::string& what, double value) {
  if (!(value >= 0) || !std::isfinite(value)) wrong_number(what, value, "zero or more");
}
inline void check_positive(const char* what, double value) {  // for hot paths too: makes no string
  if (!(value > 0) || !std::isfinite(value)) wrong_number(what, value, "a positive number");
}
inline void check_vector(const std::string& what, const Vector3<double>& v) {
  for (const double x : {v.x, v.y, v.z}) check_finite_number(what, x);
}

}  // namespace sinew::edge
