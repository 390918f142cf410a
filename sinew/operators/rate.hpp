// Rates of change by time, while the joints move with v.
#pragma once

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

// By the rules of differentiation, down to rates that are symbols: those of H, P, D, D^(1/2), G and v. Vectors of body space
// stand in the links' own frames, in which M and B do not change, and E_phi changes by E_phi dVx. Given operators are
// constant. Throws std::invalid_argument that names what has no rate in the language: r, Upsilon, a, b, T and rates.
Expression rate(const Expression& x);

}  // namespace sinew::operators
