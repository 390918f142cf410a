// An expression lowered to a short program of sweeps.
//
// Every distinct thing that the expression makes of the input is one value; every value is made in one sweep from values
// made before it, in the same sweep at the same link, or at the link that the sweep comes from. Sums of products with the
// same left factor are gathered, A u + A v = A (u + v), before anything is swept.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

enum class Direction { inward, outward, memoryless };

// coefficient * op * value `from`, at one link. `op` is the identity, a memoryless or hopping symbol, its adjoint, the
// inverse of D or D^(1/2), a given matrix, or an inverse that has to be taken densely. Only a hop may refer to a value of the same
// sweep that is not made yet at this link: y = E_phi y + x is y = phi x.
struct Part {
  double coefficient;
  Expression op;
  int from;  // a value of the program; -1: none, op is a vector
};
struct Instruction {
  int value;                // that is made
  std::vector<Part> parts;  // none: zero
};
struct ProgramSweep {
  Direction direction;
  std::vector<Instruction> instructions;  // in this order at every link
  bool is_whole = false;  // not link by link: one given or inverted matrix, or a sum of plain numbers
};
struct ProgramValue {
  Space space;
  std::string name;  // x, z, e, nu, lambda, ... as the papers would call it, with a number if taken
};
struct Program {
  std::vector<ProgramValue> values;  // [0] is the input
  std::vector<ProgramSweep> sweeps;
  int result = 0;
};

// As the papers write it: z = E_psi z + K x. Or as it runs: with K = E_phi G and E_psi = E_phi (I - G H) taken apart, so
// that what they share is made once, z = E_phi (z + G (x - H z)).
enum class Form { printed, run };

// Right for any expression, also one that is not simplified.
Program lower(const Expression& x, Form form = Form::printed);

// What a value of a printed program is of the input.
Expression meaning(const Program& program, int value);

// Of each value whether it is zero at links that carry no chosen frame, being made of B x alone.
std::vector<bool> zero_without_frames(const Program& program);

// Whether an operand must be complete before any of the result can be made: given matrices, dense inverses, and
// adjoints of vectors.
bool takes_all(const Expression& op);

}  // namespace sinew::operators
