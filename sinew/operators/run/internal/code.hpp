// Encodes a program of sweeps (program.hpp) as operation codes and memory offsets, which Sweeper executes.
#pragma once

#include <vector>

#include "sinew/operators/lower/program.hpp"
#include "sinew/operators/run/configuration.hpp"

namespace sinew::operators {

// The operator that a step applies to its operand. A self-adjoint operator has one code for itself and its adjoint.
enum class Op : unsigned char {
  same,
  from_parent,  // E_phi^*. E_phi has no code: it reads the sum over the children, which is already in memory
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
  armature,  // R
  frames,    // B
  frames_adjoint,
  bias_acceleration,  // a
  bias_force,         // b
  weights,            // g
  torques,            // T, the joint torques
  velocities,         // v, the joint velocities
  cross,              // with the motion of index `extra`
  cross_adjoint,
  // Derivatives along the direction of index `extra`:
  axes_change,
  axes_change_adjoint,
  gain_change,
  gain_change_adjoint,
  covariance_change,
  composite_inertia_change,
  costate_covariance_change,
  variance_change,
  variance_root_change,
  no_change,  // the second derivative of H, which is zero because no joint is custom
  // Steps on whole vectors, not link by link:
  given,
  given_adjoint,
  solve,  // dense inverse
  dot     // adjoint of one of the vectors a, b, g, T, v
};

struct Step {
  Op op;
  double coefficient;
  std::size_t from;  // offset of the operand in memory
  int extra =
      -1;  // index of the given matrix, dense inverse, motion or direction; for Op::dot, the Op of the vector
};
inline constexpr std::size_t nowhere = std::size_t(-1);

enum class Place : unsigned char { body, joint, frame, other };
struct CodeInstruction {
  Place place;
  std::size_t to;           // offset of the value in memory
  int size;                 // number of scalars in the value
  std::size_t first, last;  // its steps: [first, last) of CodeSweep::steps
  // Used in inward sweeps, for values in body space. handed_to: offset of the sum over the parent's children, to which
  // this value is added; `nowhere` if the parent does not need it. is_kept: true stores the value itself too, false
  // only the sum.
  std::size_t handed_to = nowhere;
  bool is_kept = true;
  bool is_at_frames =
      false;  // true: computed only at links that carry frames; it is zero elsewhere, where its memory stays zero
};
// A value of an earlier sweep that every link passes to its parent, where it is added to the sum at offset `to`.
struct Handed {
  std::size_t from, to;
};
struct CodeSweep {
  Direction direction;
  bool is_whole;
  bool is_at_frames = true;  // true: visits only the links that carry frames
  std::vector<CodeInstruction> instructions{};
  std::vector<Step> steps{};
  std::vector<Handed> handed{};
};
// What the code needs of the changes along a direction.
struct NeededChange {
  int index;  // in Values::changes
  bool axes = false, filter = false, composite_inertias = false, costate_covariances = false;
};
struct Code {
  std::vector<CodeSweep> sweeps;
  std::size_t input = 0, result = 0, size = 0;  // offsets in memory; size of the memory
  std::vector<Expression> given;                // symbols of the given matrices
  std::vector<Expression> inverses;             // arguments of inverses computed as dense matrices
  std::vector<NeededChange> changes;
  std::vector<int> motions;  // indices in Values::motions
  bool needs_filter = false, needs_composite_inertias = false, needs_costate_covariances = false,
       needs_bias = false, needs_roots = false;
};

Code encode(const Program& program, const Configuration& at);

}  // namespace sinew::operators
