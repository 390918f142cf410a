// Many states of one robot at once: lanes of a vector register times threads.
//
//   Batch<double> batch(model, {.threads = 0});
//   batch.forward_dynamics(q, v, tau, a);         // as many states as q has room for
//
// The same recursions as for one state (sinew/algorithms/), run on numbers that hold one entry of each of several states
// (sinew/scalar/lanes.hpp). What is computed for a state depends neither on the number of threads nor on its place among
// the others, to the last bit; it does depend on the instruction set, by rounding, unless the batch is reproducible.
//
// A state that cannot be computed spoils no other: its results are NaN, and the report says so. That is one with a number
// that is not finite, a quaternion of length zero, a position at which a joint moves no inertia of its own, or numbers so
// large that the results overflow.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "sinew/algorithms/kinematics.hpp"
#include "sinew/batch/blocks.hpp"
#include "sinew/batch/instruction_set.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

struct BatchOptions {
  Layout layout = Layout::by_state;                 // of all arguments
  int threads = 1;                                  // 0: as many as the machine has
  std::optional<InstructionSet> instructions = {};  // the best available if not given
  // Gives the same bits as the functions for single states with every instruction set (docs/batch.md), but takes longer.
  bool reproducible = false;
};

struct BatchReport {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t failed = 0;           // states without a result
  std::size_t first_failed = none;  // the first of them

  bool all_computed() const { return failed == 0; }
};

// What acts on the robot besides its joint moments, state by state, in the layout of the other arguments.
template <std::floating_point T>
struct BatchEnvironment {
  VectorView<const T> base_acceleration = {};  // 6 for each state, as in Environment; empty: none
  std::span<const FrameIndex> frames = {};     // on which forces act,
  VectorView<const T> forces = {};             // 6 for each of them and each state: moment, force
};

// In float and double. Made once; afterwards a call allocates nothing, but where a quantity or a frame is asked for the
// first time. One call at a time. A batch that was moved from throws std::logic_error.
template <std::floating_point T>
class Batch {
 public:
  // Throws std::invalid_argument for instructions that are not available, and for a reproducible batch if
  // single_states_are_reproducible() is false.
  explicit Batch(const Model& model, const BatchOptions& options = {});
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  const Model& model() const;
  InstructionSet instructions() const;
  bool is_reproducible() const;
  int lanes() const;  // states in one register
  int threads() const;

  // As many states as q has. Sizes that do not fit: std::invalid_argument. A result may be the very array of an argument of
  // its size, which it replaces; one that lies across an argument in any other way: std::invalid_argument.
  BatchReport forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                               const BatchEnvironment<T>& environment = {});
  BatchReport inverse_dynamics(In<T> q, In<T> v, In<T> a, Out<T> tau,
                               const BatchEnvironment<T>& environment = {});
  BatchReport bias_force(In<T> q, In<T> v, Out<T> bias, const BatchEnvironment<T>& environment = {});
  BatchReport gravity_force(In<T> q, Out<T> gravity);
  // n_v x n_v for each state, both triangles.
  BatchReport mass_matrix(In<T> q, Out<T> M);
  BatchReport inverse_mass_matrix(In<T> q, Out<T> inverse);
  // 12 for each frame and state: rotation by columns, then origin.
  BatchReport poses(In<T> q, std::span<const FrameIndex> frames, Out<T> poses);
  // 6 for each frame and state.
  BatchReport velocities(In<T> q, In<T> v, std::span<const FrameIndex> frames, Reference reference,
                         Out<T> twists);
  // 6 x n_v for each state, by columns.
  BatchReport jacobian(In<T> q, FrameIndex frame, Reference reference, Out<T> J);
  // Omega = J M^-1 J^*, 6 x 6 for each state: the inverse of the frame's operational inertia.
  BatchReport omega(In<T> q, FrameIndex frame, Reference reference, Out<T> omega);

 private:
  struct Parts;
  Parts& parts() const;

  std::unique_ptr<Parts> parts_;
};

extern template class Batch<double>;
extern template class Batch<float>;

}  // namespace sinew
