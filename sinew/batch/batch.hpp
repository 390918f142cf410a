// Computes dynamics and kinematics of many states of one robot at once, with SIMD lanes and threads.
//
//   Batch<double> batch(model, {.threads = 0});
//   batch.forward_dynamics(q, v, tau, a);         // the size of q gives the number of states
//
// A batch runs the same recursions as for one state (sinew/algorithms/) on numbers that have one entry for each of
// several states (sinew/scalar/simd/lanes.hpp). The results of a state depend neither on the number of threads nor on
// its place among the other states, to the last bit. They do depend on the instruction set, by rounding, unless the
// batch is reproducible.
//
// A state that cannot be computed does not affect the others: its results are NaN, and the report counts it. Such a
// state has a number that is not finite, a quaternion of length zero, a position at which a joint moves no inertia of
// its own, or numbers so large that the results overflow.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/batch/lanes/blocks.hpp"
#include "sinew/batch/lanes/instruction_set.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

struct BatchOptions {
  Layout layout = Layout::by_state;                 // of all arguments
  int threads = 1;                                  // 0: as many as the machine has
  std::optional<InstructionSet> instructions = {};  // the best available if not given
  // true: gives the same bits as the functions for single states, with every instruction set (docs/batch.md), but takes
  // longer. false: results depend on the instruction set by rounding.
  bool reproducible = false;
  // embedded: mimic joints and coupled joints follow, and results are those of the independent coordinates. free: they
  // move by themselves, and results are those of all joints. Forward dynamics satisfies couplings in both cases, in lanes
  // if they are embedded; poses and velocities of frames are those of q and v as given. A CompiledBatch does as its
  // robot.
  Followers followers = Followers::embedded;
};

struct BatchReport {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  std::size_t failed = 0;           // states without a result
  std::size_t first_failed = none;  // index of the first of them

  bool all_computed() const { return failed == 0; }
};

// External influences on the robot besides its joint torques, for each state, in the layout of the other arguments.
template <std::floating_point T>
struct BatchEnvironment {
  VectorView<const T> base_acceleration = {};  // 6 numbers for each state, as in Environment; empty: zero
  std::span<const FrameIndex> frames = {};     // on which the forces act
  VectorView<const T> forces = {};             // 6 numbers for each frame and each state: moment, force
};

// Exists for float and double. Make it once; a call then allocates only if it computes a quantity or a frame for the
// first time. Make one call at a time. A moved-from batch throws std::logic_error.
template <std::floating_point T>
class Batch {
 public:
  // Throws std::invalid_argument for instructions that are not available, for a reproducible batch if
  // single_states_are_reproducible() is false, and for joints that follow twice unless followers are free.
  explicit Batch(const Model& model, const BatchOptions& options = {});
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  const Model& model() const;
  InstructionSet instructions() const;
  bool is_reproducible() const;
  int lanes() const;  // states in one register
  int threads() const;
  // The coordinates of the results, as indices in v: all of them, unless followers are embedded. Their number is n_u.
  std::span<const int> independent() const;

  // The size of q gives the number of states. Sizes that do not fit throw std::invalid_argument. A result may be the
  // same array as an argument of its size, which it then replaces; any other overlap with an argument throws
  // std::invalid_argument.
  BatchReport forward_dynamics(In<T> q, In<T> v, In<T> tau, Out<T> a,
                               const BatchEnvironment<T>& environment = {});
  // The followers' entries of q, v and a are not read where followers are embedded. These three write n_u numbers for
  // each state.
  BatchReport inverse_dynamics(In<T> q, In<T> v, In<T> a, Out<T> tau,
                               const BatchEnvironment<T>& environment = {});
  BatchReport bias_force(In<T> q, In<T> v, Out<T> bias, const BatchEnvironment<T>& environment = {});
  BatchReport gravity_force(In<T> q, Out<T> gravity);
  // These two write n_u x n_u numbers for each state, both triangles.
  BatchReport mass_matrix(In<T> q, Out<T> M);
  BatchReport inverse_mass_matrix(In<T> q, Out<T> inverse);
  // Writes 12 numbers for each frame and state: rotation by columns, then origin.
  BatchReport poses(In<T> q, std::span<const FrameIndex> frames, Out<T> poses);
  // Writes 6 numbers for each frame and state.
  BatchReport velocities(In<T> q, In<T> v, std::span<const FrameIndex> frames, Reference reference,
                         Out<T> twists);
  // Writes 6 x n_u numbers for each state, by columns.
  BatchReport jacobian(In<T> q, FrameIndex frame, Reference reference, Out<T> J);
  // Writes Omega = J M^-1 J^*, 6 x 6 for each state: the inverse of the frame's operational-space inertia.
  BatchReport omega(In<T> q, FrameIndex frame, Reference reference, Out<T> omega);

 private:
  struct Parts;
  Parts& parts() const;

  std::unique_ptr<Parts> parts_;
};

extern template class Batch<double>;
extern template class Batch<float>;

}  // namespace sinew
