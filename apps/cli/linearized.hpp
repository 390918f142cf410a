// Linearises a robot for `sinew compute linearization`.
#pragma once

#include <vector>

#include "apps/cli/inputs.hpp"
#include "apps/cli/request.hpp"
#include "sinew/simulate/linear/linearize.hpp"
#include "sinew/simulate/linear/modes.hpp"

namespace sinew::cli {

struct Linearized {
  Linearization matrices;
  std::vector<Mode> modes;  // of the continuous pair
};

// Throws RequestError for unknown integrators.
Linearized linearized(const ComputeRequest& request, const Inputs& inputs);

}  // namespace sinew::cli
