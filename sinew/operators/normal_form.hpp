// An expression multiplied out and rewritten until no rule fits: equal operators mostly become equal expressions.
//
// Of phi, psi, E_phi, K, G, D, P, H products are left in which no sweep stands beside its own hop, no psi and phi have
// K H between them, P does not stand beside H*; E_psi, taubar and P+ are written out. With `by_covariance` also M, by
// the Riccati equation, which makes Newton-Euler forms and innovations forms of the same operator equal.
#pragma once

#include <optional>
#include <vector>

#include "sinew/operators/rules.hpp"

namespace sinew::operators {

struct NormalForm {
  struct Step {
    const Rule* rule;
    Expression result;
  };
  Expression start;  // multiplied out
  std::vector<Step> steps;
  const Expression& result() const { return steps.empty() ? start : steps.back().result; }
};

// None if it grows too long.
std::optional<NormalForm> normal_form(const Expression& x, const Rules& rules, bool by_covariance);

}  // namespace sinew::operators
