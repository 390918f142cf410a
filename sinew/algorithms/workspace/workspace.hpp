// Holds the working memory of the recursions and the state that they compute for. Make one Workspace per thread and
// model; the recursions then allocate nothing.
//
// Every function takes the workspace first. A function that takes q, or q and v, sets the state of the workspace; one
// that takes neither refers to the state that was given last:
//
//   Workspace work(robot);
//   set_position(work, q);
//   const Transform<double> hand = pose(work, robot.frame("hand"));    computes the poses of all bodies
//   solve_mass_matrix(work, x, y);                                     computes the filter, then the product
//   forward_dynamics(work, other_q, v, tau, a);                        the workspace is now at other_q
//   jacobian(work, robot.frame("hand"), Reference::world, J);          at other_q
//
// Poses, velocities and the filter are computed when they are first needed, and kept until another state is given.
// Results that depend on more than q and v (joint forces, innovations) throw std::logic_error if no function has
// computed them for the current state.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sinew/algorithms/workspace/contents.hpp"
#include "sinew/algorithms/workspace/in_use.hpp"
#include "sinew/dense/solvers/symmetric_solver.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/joints/joint_state.hpp"
#include "sinew/model/model.hpp"
#include "sinew/spatial/inverse_inertia.hpp"
#include "sinew/spatial/mass_flow.hpp"

namespace sinew {

// An external force on a body: moment about the frame's origin, and force, in the frame's axes.
template <Scalar T>
struct ExternalForce {
  FrameIndex frame{};
  Force<T> force{};
};

// External influences on the robot besides its joint torques.
template <Scalar T>
struct Environment {
  Motion<T> base_acceleration{};  // prescribed for the ground, in world axes at the world's origin
  std::span<const ExternalForce<T>> forces{};
};
template <class T>
using EnvironmentIn = std::type_identity_t<Environment<T>>;

// One scalar measurement of the filter, for one degree of freedom (DOF): the innovation e = tau - H z, its variance
// D = H P H^T + armature, and the gain G = P H^T / D.
template <Scalar T>
struct Measurement {
  Force<T> gain{};
  T inverse_variance{};
  T innovation{};
};

// Stores one force per DOF as six rows, so that loops over DOFs become vector instructions.
template <Scalar T>
class Momenta {
 public:
  explicit Momenta(int count) : count_(std::size_t(count)), rows_(6 * count_) {}
  T* row(int i) { return rows_.data() + std::size_t(i) * count_; }
  const T* row(int i) const { return rows_.data() + std::size_t(i) * count_; }
  SINEW_INLINE void set(int j, const Force<T>& f) {
    T* x = rows_.data() + j;
    x[0] = f.angular.x, x[count_] = f.angular.y, x[2 * count_] = f.angular.z;
    x[3 * count_] = f.linear.x, x[4 * count_] = f.linear.y, x[5 * count_] = f.linear.z;
  }
  SINEW_INLINE Force<T> get(int j) const {
    const T* x = rows_.data() + j;
    return {{x[0], x[count_], x[2 * count_]}, {x[3 * count_], x[4 * count_], x[5 * count_]}};
  }

 private:
  std::size_t count_;
  std::vector<T> rows_;
};

// The arrays have one entry per link, in the link's own frame, unless their comment says "per DOF" or "per body".
template <Scalar T>
struct Workspace {
  using C = ConstantOf<T>;

  explicit Workspace(const Model& model_) : Workspace(model_, model_.tree<C>()) {}
  // Uses another tree than the model's own: the same robot with constants of another type, or with other values of the
  // constants. The tree must outlive the workspace.
  Workspace(const Model& model_, const Tree<C>& tree_)
      : model(model_),
        is_possible(model_.is_possible()),
        tree(&tree_),
        joints(*tree),
        pose(tree->links.size()),
        velocity(tree->links.size()),
        acceleration(tree->links.size()),
        bias_acceleration(tree->links.size()),
        force(tree->links.size()),
        covariance(tree->links.size()),
        measurement(std::size_t(tree->v_size)),
        composite(tree->links.size()),
        momenta(tree->v_size),
        inverse_inertia(tree->links.size()),
        influence(std::size_t(tree->v_size)),
        other_velocity(tree->links.size()),
        mass_flow(tree->links.size()),
        axis_rate(std::size_t(tree->v_size)),
        load(model.frames().size()),
        across(tree->links.size()),
        position(std::size_t(tree->q_size)),
        joint_velocity(std::size_t(tree->v_size)) {}

  OwnedModel model;  // shares the immutable data and keeps them alive as long as the workspace
  bool is_possible;  // false: functions that divide by D refuse (Model::physical_errors)
  mutable detail::Occupant occupant{};
  const Tree<C>* tree;
  detail::JointState<T> joints;
  std::vector<Transform<T>> pose;            // of the link in the world
  std::vector<Motion<T>> velocity;           // V
  std::vector<Motion<T>> acceleration;       // lambda, the smoother's costate
  std::vector<Motion<T>> bias_acceleration;  // acceleration while the joint accelerations are zero
  std::vector<Force<T>> force;  // z, the filter's state; after inverse dynamics, the force across the joint
  std::vector<ArticulatedInertia<T>> covariance;   // P
  std::vector<Measurement<T>> measurement;         // per DOF: D, G, e
  std::vector<RigidInertia<T>> composite;          // sum of the children's r; zero between sweeps
  Momenta<T> momenta;                              // per DOF: r H^T or another force, propagated inward
  std::vector<InverseInertia<T>> inverse_inertia;  // Omega, at junctions only
  std::vector<Motion<T>> influence;                // per DOF: d, joint acceleration per force at the joint
  std::vector<Motion<T>> other_velocity;           // W of the two-velocity Coriolis product
  std::vector<MassFlow<T>> mass_flow;              // B of the Coriolis matrix
  std::vector<Motion<T>> axis_rate;                // per DOF: rate of H^T as seen from the ground
  SymmetricSolver<T> frame_solver{6};              // for the six equations of a frame
  std::vector<Force<T>> load;  // per body, by its frame: external, loop and grasp forces, in the link's frame
  std::size_t load_begin = 0, load_end = 0;  // entries of `load` outside this range are zero
  std::vector<Force<T>> across;   // x, the force across the link's joint; set in constraint_forces.hpp only
  std::vector<T> position;        // the q given last
  std::vector<T> joint_velocity;  // the v given with it, if any
  Contents contents;              // which of these results belong to the state given last
};
Workspace(const Model&)->Workspace<double>;

namespace detail {

// Returns whether q equals the position given last, number by number, and stores q if it does not. Not inlined, so
// that it does not change how the compiler optimises the sweeps that follow.
template <Scalar T>
SINEW_NO_INLINE bool is_same_position(Workspace<T>& work, const T* q) {
  T* const known = work.position.data();
  const std::size_t size = work.position.size();
  const auto same = [=](std::size_t i) SINEW_INLINE_LAMBDA {
    using Bits = std::conditional_t<std::same_as<T, float>, std::uint32_t, std::uint64_t>;
    if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
      return std::bit_cast<Bits>(q[i]) == std::bit_cast<Bits>(known[i]);
    } else {
      return q[i] == known[i];
    }
  };
  const auto four_same = [=](std::size_t i) SINEW_INLINE_LAMBDA {
    return same(i) && same(i + 1) && same(i + 2) && same(i + 3);
  };
  std::size_t i = 0;
  if (size < 4) {
    while (i < size && same(i)) ++i;
    if (i == size) return true;
  } else {
    while (i + 4 <= size && four_same(i)) i += 4;
    if (i + 4 > size && four_same(size - 4)) return true;
  }
  std::copy_n(q, size, known);
  return false;
}

// Records that `function` was given the position q, is about to overwrite the results `lost` and leaves the results
// `found` (bits of `content`).
template <Scalar T>
SINEW_INLINE void note_position(Workspace<T>& work, const char* function, unsigned lost, const T* q,
                                unsigned found = 0) {
  if constexpr (guards_results<T>) {
    Contents& contents = work.contents;
    unsigned left = contents.held & ~lost;
    if (!is_same_position(work, q)) {
      left = 0;
      ++contents.position;
    }
    contents.held = left | found;
    contents.by = function;
  }
}
// Records the joint velocities v that were given with the position.
template <Scalar T>
SINEW_INLINE void note_velocity(Workspace<T>& work, const T* v) {
  if constexpr (guards_results<T>) {
    T* const known = work.joint_velocity.data();
    if (v != known) std::copy_n(v, work.joint_velocity.size(), known);
    work.contents.add(content::joint_velocities);
  }
}
// Records the position and sets the joints to it.
template <Scalar T>
SINEW_INLINE void move_to(Workspace<T>& work, const char* function, unsigned lost, const T* q) {
  note_position(work, function, lost, q);
  set_joints<T>(*work.tree, work.joints, q, nullptr);
}
// Records the position and the joint velocities and sets the joints to them. `lost` must include content::of_velocity.
template <Scalar T>
SINEW_INLINE void move_to(Workspace<T>& work, const char* function, unsigned lost, const T* q, const T* v,
                          unsigned found = 0) {
  note_position(work, function, lost, q, found);
  note_velocity(work, v);
  set_joints(*work.tree, work.joints, q, v);
}

// Returns the acceleration that the sweeps start from, in the ground link's frame: the prescribed acceleration of the
// base plus the upward acceleration that stands for gravity.
template <Scalar T>
SINEW_INLINE Motion<T> ground_acceleration(const Tree<ConstantOf<T>>& tree,
                                           const Environment<T>& environment) {
  const Motion<T> gravity = tree.gravity.template cast<T>();
  if (environment.base_acceleration == Motion<T>{}) return gravity;
  return gravity + tree.world.template cast<T>().motion_to_parent(environment.base_acceleration);
}

// Sets the loads on all bodies to zero.
template <Scalar T>
SINEW_INLINE void clear_loads(Workspace<T>& work) {
  for (std::size_t i = work.load_begin; i < work.load_end; ++i) work.load[i] = {};
  work.load_begin = work.load_end = 0;
}
// Returns the body that carries a frame, as an index of the loads; 0 is the ground.
inline std::size_t loaded_body(const Model& model, FrameIndex frame) {
  const FrameInfo& info = model.frame(frame);
  return std::size_t((info.is_body ? frame : info.parent).value);
}
// Adds a force to the load of a body. The force is given in the frame of the link.
template <Scalar T>
SINEW_INLINE void add_load(Workspace<T>& work, std::size_t body, const Force<T>& force) {
  work.load[body] += force;
  const bool is_first = work.load_begin == work.load_end;
  work.load_begin = is_first ? body : std::min(work.load_begin, body);
  work.load_end = std::max(work.load_end, body + 1);
}

// Subtracts the external forces from the links' bias forces and stores them as loads.
template <Scalar T>
SINEW_NO_INLINE void subtract_forces(Workspace<T>& work, std::span<const ExternalForce<T>> forces) {
  if constexpr (guards_results<T>) clear_loads(work);
  for (const auto& [frame, force] : forces) {
    const FrameInfo& info = work.model.frame(frame);
    const Force<T> on_link = info.placement.template cast<T>().force_to_parent(force);
    work.force[std::size_t(info.link)] -= on_link;
    if constexpr (guards_results<T>) add_load(work, loaded_body(work.model, frame), on_link);
  }
}
template <Scalar T>
SINEW_INLINE void subtract_external_forces(Workspace<T>& work, const Environment<T>& environment) {
  if (work.load_end != 0 || !environment.forces.empty()) subtract_forces(work, environment.forces);
}

}  // namespace detail

// Further errors of the caller. They throw std::invalid_argument with a message that says what was expected, and
// std::domain_error at a singular position.
namespace edge {
[[noreturn]] void no_direction(int q_index);
[[noreturn]] void singular_joint(const char* joint);
[[noreturn]] void not_moved(int dof, const std::string& frame);
[[noreturn]] void other_constants(const char* function);
void check_dof(int dof, int count);

// Throws std::logic_error if the workspace was moved from, or if another thread is using it (debug builds).
template <Scalar T>
inline void check_workspace(const Workspace<T>& work) {
  if (work.model.is_moved_from()) moved_from("the workspace");
  if constexpr (InUse<Workspace<T>>::is_checked) work.occupant.check_absent();
}
// Throws std::logic_error unless the workspace holds the results `what` (bits of `content`) for the state given last.
template <Scalar T>
inline void require(const Workspace<T>& work, const char* function, unsigned what) {
  if constexpr (guards_results<T>) {
    if (!work.contents.has(what)) not_held(function, what, work.contents);
  }
}
// These two return the state that the workspace was given last. They throw std::logic_error if there is none.
template <Scalar T>
inline VectorView<const T> given_position(const Workspace<T>& work, const char* function) {
  check_workspace(work);
  if (!work.contents.has_position()) no_position(function);
  return {work.position.data(), work.position.size()};
}
template <Scalar T>
inline VectorView<const T> given_velocity(const Workspace<T>& work, const char* function) {
  check_workspace(work);
  if (!work.contents.has_position()) no_position(function);
  require(work, function, content::joint_velocities);
  return {work.joint_velocity.data(), work.joint_velocity.size()};
}
// Throws ImpossibleRobot, which names `function`, if the model has physical errors: D may not exist.
template <Scalar T>
inline void check_possible(const char* function, const Workspace<T>& work) {
  if (!work.is_possible) impossible(function, work.model);
}
// Checks the workspace and returns the tree that the recursions run over.
template <Scalar T>
inline const Tree<ConstantOf<T>>& tree_of(const Workspace<T>& work) {
  check_workspace(work);
  return *work.tree;
}
// Checks that q has the right size and contains no quaternion of length zero.
template <Scalar T>
inline void check_position(const Tree<ConstantOf<T>>& tree, const VectorView<const T>& q) {
  check_size("q", q, tree.q_size);
  if constexpr (std::floating_point<T>) {
    for (const int i : tree.quaternions) {
      const T* x = q.data() + i;
      if (x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] == T(0)) no_direction(i);
    }
  }
}
template <Scalar T>
inline void check_environment(const Environment<T>& environment) {
  const auto numbers = [](const auto& six) { return VectorView<const T>(six.data(), 6); };
  check_finite("the base acceleration", numbers(environment.base_acceleration));
  for (const ExternalForce<T>& force : environment.forces)
    check_finite("an external force", numbers(force.force));
}
}  // namespace edge

// Sets the position of the workspace. Computes only the sines and cosines of the joints.
template <Scalar T>
void set_position(Workspace<T>& work, In<T> q) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  detail::move_to<T>(work, "set_position", 0, q.data());
}
// Sets the position and the joint velocities of the workspace.
template <Scalar T>
void set_state(Workspace<T>& work, In<T> q, In<T> v) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  detail::move_to(work, "set_state", content::of_velocity, q.data(), v.data());
}

}  // namespace sinew
