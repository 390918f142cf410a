// A simplified expression lowered to a short program of sweeps.
//
// Every distinct subexpression applied to the input is one value; every value is made in one sweep from values made
// before it or in the same sweep at the same link. Sweeps in the same direction that stand next to each other are one.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

enum class Direction { inward, outward, memoryless };

// coefficient * op * value `from`, at one link. `op` is the identity, a memoryless or hopping symbol, its adjoint, its
// inverse (D), a given matrix, or an inverse that has to be taken densely. Only a hop may refer to the value that is
// being made: y = E_phi y + x is y = phi x.
struct Part {
  double coefficient;
  Expression op;
  int from;  // a value of the program; -1: none, op is a vector
};
struct Instruction {
  int value;  // that is made
  std::vector<Part> parts;
};
struct ProgramSweep {
  Direction direction;
  std::vector<Instruction> instructions;  // in this order at every link
};
struct ProgramValue {
  Space space;
  std::string name;       // z, e, nu, lambda, ... as the papers would call it, with a number if taken
  Expression expression;  // what it is of the input
};
struct Program {
  std::vector<ProgramValue> values;  // [0] is the input
  std::vector<ProgramSweep> sweeps;
  int result;
};

Program lower(const Expression& x);

}  // namespace sinew::operators
