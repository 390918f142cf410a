// An expression brought to its cheapest form by the identities of the algebra, and the way it went.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/cost.hpp"

namespace sinew::operators {

struct DerivationStep {
  std::string rule;      // its name
  std::string citation;  // empty for plain algebra
  Expression result;     // the whole expression after the step
};

struct Derivation {
  Expression start;
  std::vector<DerivationStep> steps;
  const Expression& result() const { return steps.empty() ? start : steps.back().result; }
};

// Ends for every expression, keeps its value, and gives the same result however the input was bracketed. Throws
// std::invalid_argument that names what is to be inverted and turns out to be zero.
Derivation simplify(const Expression& x, const Setting& setting);

}  // namespace sinew::operators
