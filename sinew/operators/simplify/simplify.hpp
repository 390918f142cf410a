// Simplifies an expression to its cheapest form by the identities of the algebra, and records the derivation.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/simplify/cost.hpp"

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

// Terminates for every expression, keeps its value, and gives the same result for any bracketing of the input. Throws
// std::invalid_argument that names an operator that is to be inverted but turns out to be zero.
Derivation simplify(const Expression& x, const Setting& setting);

}  // namespace sinew::operators
