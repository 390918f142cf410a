// A program as numbers: what the sweeps step through at every link.
#pragma once

#include <vector>

#include "sinew/operators/configuration.hpp"
#include "sinew/operators/program.hpp"

namespace sinew::operators {

// What one step adds to the value that is being made. Self-adjoint operators have one code.
enum class Op : unsigned char {
  same,
  from_parent,    // E_phi^*
  from_children,  // E_phi
  axes,           // H
  axes_adjoint,
  gain,  // G
  gain_adjoint,
  inertia,             // M
  covariance,          // P
  composite_inertia,   // r
  costate_covariance,  // Upsilon
  variance,            // D
  variance_inverse,
  armature,  // R
  frames,    // B
  frames_adjoint,
  bias_acceleration,  // a
  bias_force,         // b
  moments,            // T
  // Of whole vectors:
  given,
  given_adjoint,
  solve,  // dense inverse
  dot     // adjoint of a, b, T
};

struct Step {
  Op op;
  double coefficient;
  std::size_t from;  // where the operand starts in memory
  int extra = -1;    // index of the given matrix or the dense inverse; of a dot product: Op of the vector
};
enum class Place : unsigned char { body, joint, frame, other };
struct CodeInstruction {
  Place place;
  std::size_t to;           // where the value starts in memory
  int size;                 // of the value, in numbers
  std::size_t first, last;  // its steps
};
// What every link hands to its parent in an inward sweep.
struct Carry {
  std::size_t from, to;  // a body-space value, and the sums of what children hand in
};
struct CodeSweep {
  Direction direction;
  bool is_whole;
  std::vector<CodeInstruction> instructions;
  std::vector<Step> steps;
  std::vector<Carry> carries;
};
struct Code {
  std::vector<CodeSweep> sweeps;
  std::size_t input = 0, result = 0, size = 0;  // in memory
  std::vector<const Symbol*> given;             // owned by the expressions in `kept`
  std::vector<Expression> inverses;             // that are to be taken densely: their arguments
  std::vector<Expression> kept;
  bool needs_filter = false, needs_composite_inertias = false, needs_costate_covariances = false,
       needs_bias = false;
};

Code encode(const Program& program, const Configuration& at);

}  // namespace sinew::operators
