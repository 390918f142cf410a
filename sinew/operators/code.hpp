// A program as numbers: what the sweeps step through at every link.
#pragma once

#include <vector>

#include "sinew/operators/configuration.hpp"
#include "sinew/operators/program.hpp"

namespace sinew::operators {

// What one step adds to the value that is being made. Self-adjoint operators have one code.
enum class Op : unsigned char {
  same,
  from_parent,  // E_phi^*; E_phi is the sum of what children hand in, which stands in memory
  axes,         // H
  axes_adjoint,
  gain,  // G
  gain_adjoint,
  inertia,             // M
  covariance,          // P
  composite_inertia,   // r
  costate_covariance,  // Upsilon
  variance,            // D
  variance_inverse,
  variance_root,  // D^(1/2)
  variance_root_inverse,
  variance_rate,
  variance_root_rate,
  armature,  // R
  frames,    // B
  frames_adjoint,
  bias_acceleration,  // a
  bias_force,         // b
  moments,            // T
  velocities,         // v
  cross,              // dVx
  cross_adjoint,
  axes_rate,  // of H
  axes_rate_adjoint,
  gain_rate,  // of G
  gain_rate_adjoint,
  covariance_rate,  // of P
  // Of whole vectors:
  given,
  given_adjoint,
  solve,  // dense inverse
  dot     // adjoint of a, b, T, v
};

struct Step {
  Op op;
  double coefficient;
  std::size_t from;  // where the operand starts in memory
  int extra = -1;    // index of the given matrix or the dense inverse; of a dot product: Op of the vector
};
inline constexpr std::size_t nowhere = std::size_t(-1);

enum class Place : unsigned char { body, joint, frame, other };
struct CodeInstruction {
  Place place;
  std::size_t to;           // where the value starts in memory
  int size;                 // of the value, in numbers
  std::size_t first, last;  // its steps
  // Body space, in an inward sweep: where the value is handed to the parent, if it is, and whether it is kept besides.
  std::size_t handed_to = nowhere;
  bool is_kept = true;
  bool is_at_frames =
      false;  // made only at links that carry frames: elsewhere it is zero, and its memory stays so
};
// A value of an earlier sweep that every link hands to its parent.
struct Handed {
  std::size_t from, to;
};
struct CodeSweep {
  Direction direction;
  bool is_whole;
  bool is_at_frames = true;  // all that it makes
  std::vector<CodeInstruction> instructions{};
  std::vector<Step> steps{};
  std::vector<Handed> handed{};
};
struct Code {
  std::vector<CodeSweep> sweeps;
  std::size_t input = 0, result = 0, size = 0;  // in memory
  std::vector<Expression> given;                // symbols of given matrices
  std::vector<Expression> inverses;             // that are to be taken densely: their arguments
  bool needs_filter = false, needs_composite_inertias = false, needs_costate_covariances = false,
       needs_bias = false, needs_roots = false, needs_rates = false;
};

Code encode(const Program& program, const Configuration& at);

}  // namespace sinew::operators
