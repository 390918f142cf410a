// Checks numbers that the caller gives. An invalid one throws std::invalid_argument with a message that says which
// number it is, its value and what was expected.
#pragma once

#include <cmath>
#include <string>

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

}  // namespace sinew::edge
