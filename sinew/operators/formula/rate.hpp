// Differentiates expressions with respect to time, while the joints move with velocity v.
#pragma once

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// Applies the rules of differentiation down to the rates that are symbols: those of H, P, D, D^(1/2), G and v. Vectors
// of body space are expressed in the links' own frames, in which M and B are constant and the rate of E_phi is
// E_phi dVx. Given operators are constant. Throws std::invalid_argument that names an operator without a rate: r,
// Upsilon, a, b, T, dVx, and rates themselves.
Expression rate(const Expression& x);

}  // namespace sinew::operators
