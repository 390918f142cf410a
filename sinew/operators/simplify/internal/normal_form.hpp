// Brings an expression to a normal form: multiplies it out and rewrites it until no rule applies. Equal operators
// mostly get the same normal form.
//
// The normal form consists of products of phi, psi, E_phi, K, G, D, P and H in which no sweep is next to its own hop,
// no psi and phi have K H between them, and P is not next to H*. E_psi, taubar and P+ are written out. With
// `by_covariance` M is eliminated too, by the Riccati equation, so that Newton-Euler forms and innovations forms of an
// operator agree.
#pragma once

#include <optional>
#include <vector>

#include "sinew/operators/simplify/internal/rules.hpp"

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

// Returns nothing if the expression grows too long. `by_covariance`: true expresses M by P, and H* D^-1 H on a serial
// chain by Upsilon; false keeps them.
std::optional<NormalForm> normal_form(const Expression& x, const Rules& rules, bool by_covariance);

}  // namespace sinew::operators
