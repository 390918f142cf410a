// Parses the text of an expression: B* psi* H* D^-1 H psi B, or ~B*~psi*~H*inv(D)*H*psi*B, or B^*ψ^*H^*D⁻¹HψB.
//
//   product   A B   A * B   A·B   A*B         see tokens.hpp for what a star means
//   adjoint   A*    A^*     A'    A^T    ~A   of the nearest operator or bracket; Aᵀ A† too
//   inverse   A^-1  A⁻¹     inv(A)            A^-* is the inverse of the adjoint
//   root      D^(1/2)  D^(-1/2)               of D alone; D^½ D^-½ too
//   change    d(A), d(A, x)                   derivative along v or along x, see derivative.hpp
//   rate      rate(A)                         time derivative while the joints move with v
//   cross     cross(u)                        cross product of forces with the motions u
//   others    A + B   A - B   2 A   A / 2   ( )   [ ]
//   names     those of robot_symbols(), in ASCII or as the papers print them; phi~ is phi - I, psi~ likewise
//   identity  I takes its space from its neighbours, and so does a number: 1 - H psi K; I_joint names its space
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string_view>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// An error in the text. `position` counts characters (code points) from 1.
struct ParseError : std::invalid_argument {
  ParseError(const std::string& what, std::size_t position_)
      : std::invalid_argument(what), position(position_) {}
  std::size_t position;
};

inline constexpr std::size_t longest_expression = 4096;  // bytes
inline constexpr int deepest_brackets = 100;

// `own`: symbols of the user's (constants) that the text may name in addition to the robot's.
Expression parse(std::string_view text, std::span<const Expression> own = {});

}  // namespace sinew::operators
