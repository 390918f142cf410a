// Differentiates expressions along a motion of the joints.
//
//   d(X)       the derivative along the joint velocities v: the rate of X while the joints move with v
//   d(X, x)    the derivative along the joint-space vector x, in the same tangent space of the positions as v
//   rate(X)    the time derivative: that of v is theta'' = Mass^-1 (T - C)
//
// A derivative is that of the operator's matrix in its own coordinates. Body space is in the links' own frames, where M,
// R and B are constant, and H too, except for custom joints. d() treats v and T as constant. Given operators are
// constant. Derivatives of sums, products, inverses and adjoints are those of the parts; d() of a symbol is a symbol, or
// zero, and the identities say what it is. All of them follow from the cross product with the motion of a link over its
// joint, H* x, which is a block-diagonal operator:
//
//   d(E_phi, x) = E_phi cross(H* x),   d(phi, x) = (phi - I) cross(H* x) phi       R87 (15)
//
// (A. Jain & G. Rodriguez, "Linearization of manipulator dynamics using spatial operators", IEEE Trans. SMC 23(1), 1993.)
#pragma once

#include <optional>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// These three throw std::invalid_argument that names an operator whose derivative is not known, and IncompatibleSpaces if
// `along` is not a vector of joint space.
Expression d(const Expression& x);
Expression d(const Expression& x, const Expression& along);
Expression rate(const Expression& x);

// The cross product of forces with the motions u, a vector of body space: angular w x f + u x l, linear w x l at each
// link. Its adjoint is the cross product of motions with -u. Throws IncompatibleSpaces for other spaces.
Expression cross(const Expression& motion);

// The expression that a symbol stands for: the definition of Mass, J, ..., and the identity of a derivative. Empty for
// the elementary symbols.
std::optional<Expression> definition_of(const Symbol& symbol);
// Whether the symbol is a derivative of H, of any order.
bool is_derivative_of_axes(const Symbol& symbol);
// The name of a symbol without its direction or motion: "d(P)" for d(P, x), "cross" for all cross products.
std::string family_of(const Symbol& symbol);

}  // namespace sinew::operators
