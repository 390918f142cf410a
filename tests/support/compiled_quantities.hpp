// All quantities that compiled robots compute, those of frames at the last body.
#pragma once

#include <vector>

#include "sinew/codegen/quantity.hpp"

namespace sinew::test {

inline std::vector<QuantityRequest> every_compiled_quantity() {
  std::vector<QuantityRequest> wanted;
  for (const Quantity quantity : offered::by_compiled_robots) wanted.push_back({quantity});
  return wanted;
}

}  // namespace sinew::test
