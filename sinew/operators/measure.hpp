// How long an expression takes as it was prepared, and by dense matrices.
#pragma once

#include <optional>

#include "sinew/operators/prepared.hpp"

namespace sinew::operators {

// Seconds at a new position, what the expression needs of the position included; each the best of several.
struct Times {
  double prepared;
  std::optional<double> dense;  // none for robots of so many links that it would take minutes
};

// Sets the configuration, which has to be that of `prepared` (std::invalid_argument otherwise), to the position over and
// over.
Times measure(Prepared& prepared, Configuration& at, In<double> q, In<double> v, In<double> T);

}  // namespace sinew::operators
