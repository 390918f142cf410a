// Lowers an expression to a short program of sweeps over the links.
//
// Every distinct intermediate result is one value. Each value is computed in one sweep, from values of earlier sweeps,
// from values of the same sweep at the same link, or from values at the neighbouring link that the sweep comes from.
// Sums of products with the same left factor are combined, A u + A v = A (u + v), before the sweeps are formed.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

enum class Direction { inward, outward, memoryless };

// A term coefficient * op * value `from`, at one link. `op` is the identity, a memoryless or hopping symbol (see
// Reach), its adjoint, the inverse of D or D^(1/2), a given matrix, or an inverse that is computed as a dense matrix.
// Only a hop may refer to a value of the same sweep that is not computed yet at this link: y = E_phi y + x means
// y = phi x.
struct Part {
  double coefficient;
  Expression op;
  int from;  // index of a value; -1 if there is none because op is a vector
};
struct Instruction {
  int value;                // index of the value that it computes
  std::vector<Part> parts;  // the terms of the value; empty for zero
};
struct ProgramSweep {
  Direction direction;
  std::vector<Instruction> instructions;  // executed in this order at every link
  bool is_whole = false;  // true: not link by link: one given or inverted matrix, or a sum of plain numbers
};
struct ProgramValue {
  Space space;
  std::string name;  // x, z, e, nu, lambda, ... as the papers call it, with a number if that name is taken
};
struct Program {
  std::vector<ProgramValue> values;  // [0] is the input
  std::vector<ProgramSweep> sweeps;
  int result = 0;
};

// printed: as the papers write it, z = E_psi z + K x. run: as it is executed, with K = E_phi G and
// E_psi = E_phi (I - G H) expanded, so that shared parts are computed once, z = E_phi (z + G (x - H z)).
enum class Form { printed, run };

// Lowers any expression, whether it is simplified or not.
Program lower(const Expression& x, Form form = Form::printed);

// The expression that gives a value of a program in printed form from the input.
Expression meaning(const Program& program, int value);

// For each value, whether it is zero at links that carry no chosen frame because it is computed from B x alone.
std::vector<bool> zero_without_frames(const Program& program);

// Whether `op` needs its complete operand before any part of the result can be computed. This holds for given matrices,
// dense inverses, and adjoints of vectors.
bool takes_all(const Expression& op);

}  // namespace sinew::operators
