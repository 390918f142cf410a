// Measures how long an expression takes to evaluate as prepared, and by dense matrices.
#pragma once

#include <optional>

#include "sinew/operators/run/prepared.hpp"

namespace sinew::operators {

// Seconds per evaluation at a new position, including the recursions that the expression needs there. Each time is the
// best of several runs.
struct Times {
  double prepared;
  std::optional<double> dense;  // empty for robots with so many links that it would take minutes
};

// Sets `at` to this position again and again. Throws std::invalid_argument if `prepared` has another configuration.
Times measure(Prepared& prepared, Configuration& at, In<double> q, In<double> v, In<double> T);

}  // namespace sinew::operators
