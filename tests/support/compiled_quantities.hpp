// The quantities that compiled robots compute, those of frames at the last body.
#pragma once

#include <vector>

#include "sinew/codegen/quantity.hpp"

namespace sinew::test {

inline std::vector<QuantityRequest> compiled_quantities(bool derivatives) {
  std::vector<QuantityRequest> wanted;
  for (const Quantity quantity : offered::by_compiled_robots) {
    if (is_derivative(quantity) == derivatives) wanted.push_back({quantity});
  }
  return wanted;
}
// All except derivatives, which take long to compile.
inline std::vector<QuantityRequest> every_compiled_quantity() {
  return compiled_quantities(false);
}
inline std::vector<QuantityRequest> every_compiled_derivative() {
  return compiled_quantities(true);
}

}  // namespace sinew::test
