// Computes the dynamics of any robot: a tree, a mechanism with closed loops and couplings, or several arms that hold an
// object. The system owns its working memory and chooses the method.
//
//   tree        no constraint is active: forward dynamics of the tree               algorithms/dynamics/forward_dynamics.hpp
//   loops       one of the strategies of a closed chain                             chains/loops/closed_chain.hpp
//   multi_arm   the arms' own filters, if only grasps connect the arms (R88)        chains/arms/multi_arm.hpp
//
// The method can change between calls: when the last loop is opened, or when a coupling becomes active in a system of
// arms. The results do not depend on it, beyond rounding.
//
//   ConstrainedSystem system(linkage);
//   system.forward_dynamics(q, v, tau, a);
//   const Force<double> pin = system.loop("pin").force;
//
// Coordinates of several arms are stacked: those of the arms one after another, then those of the object. Results of
// one arm can be read by its name: system.arm("left").acceleration.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/chains/loops/assembly.hpp"
#include "sinew/chains/loops/impulse.hpp"
#include "sinew/model/state.hpp"

namespace sinew {

template <Scalar T>
class ClosedInverseDynamics;
template <Scalar T>
class ClosedKinematics;
template <Scalar T>
class IndependentDynamics;
template <Scalar T>
struct ConstrainedDerivatives;
template <Scalar T>
class LinearizedConstrainedDynamics;
class MultiArmDynamics;

struct ConstrainedSystemOptions {
  Strategy strategy = Strategy::automatic;
  // The arms and the object that the model was merged from (chains/arms/merge_arms.hpp). Their own filters are used
  // only with Strategy::automatic.
  std::optional<ArmsAndObject> arms{};
  // Indices into v of the joints with motors, for inverse_dynamics; empty: all joints have motors. If they are given,
  // the first call of inverse_dynamics does not allocate.
  std::vector<int> actuated{};
};

// Results of the last forward_dynamics for one loop or grasp, one coupling, and one arm or the object.
struct LoopResult {
  std::string_view name;
  bool is_closed;
  Force<double> force;  // on the second end by the first, in the second end's axes; zero if the loop is open
};
struct CouplingResult {
  std::string_view name;
  double torque;  // on the joint that follows; zero if the coupling is not active
};
struct PartResult {
  std::string_view name;
  std::span<const double> position, velocity, torque, acceleration;  // its part of q, v, tau and a
};

// Construct it once; afterwards only functions that say so allocate. Use one per thread.
class ConstrainedSystem {
 public:
  explicit ConstrainedSystem(const Model& model, const ConstrainedSystemOptions& options = {});
  // Merges several arms and their object into one model.
  explicit ConstrainedSystem(const ArmsAndObject& arms, Strategy strategy = Strategy::automatic);
  ~ConstrainedSystem();
  ConstrainedSystem(ConstrainedSystem&&) noexcept;
  ConstrainedSystem& operator=(ConstrainedSystem&&) noexcept;

  const Model& model() const { return model_; }
  // The workspace of the whole model, at the state of the last call of this object.
  Workspace<double>& workspace();
  // The constraints. Use set_loop_closed, not the chain, to open and close loops.
  ClosedChain<double>& chain() { return chain_; }
  const ClosedChain<double>& chain() const { return chain_; }
  // The arms with their own workspaces and contact forces; null unless their own filters compute the dynamics.
  MultiArm<double>* arms();
  const MultiArm<double>* arms() const;
  bool is_constrained() const { return !chain_.constraints().active_rows().empty(); }
  const char* method() const;  // "tree", the name of a Strategy, or "multi_arm"

  // Assumes that q closes the loops and v keeps them closed.
  void forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                        const Environment<double>& environment = {});
  // Computes the motor torques of least norm for accelerations that keep the loops closed. Returns the residual, which
  // the motors cannot produce (chains/loops/closed_inverse_dynamics.hpp). The first call allocates.
  double inverse_dynamics(In<double> q, In<double> v, In<double> a, Out<double> tau,
                          const Environment<double>& environment = {});
  // Computes the change of velocities, of least kinetic energy, that changes the velocities along the constraint rows
  // by `rows` (chains/loops/impulse.hpp). The forces of loops and the torques of couplings are then impulses.
  void impulse(In<double> q, In<double> rows, Out<double> change);

  // These two compute what forward_dynamics and impulse do, as one closed chain even for arms, and linearise it there
  // for the four functions below (chains/derivatives/linearized_constrained_dynamics.hpp). The first call allocates.
  // They throw std::invalid_argument for custom joints.
  void linearize(In<double> q, In<double> v, In<double> tau, Out<double> a,
                 const Environment<double>& environment = {});
  void linearize_impulse(In<double> q, In<double> rows, Out<double> change);
  // Products with the derivatives of accelerations and multipliers, and with their adjoint; and the matrices. They throw
  // std::logic_error if another state has been given or a loop been opened or closed since, and std::domain_error where
  // the rank of redundant rows changes.
  void forward_jvp(In<double> dq, In<double> dv, In<double> dtau, Out<double> da,
                   Out<double> dmultipliers = {}, In<double> ddemand = {});
  void forward_vjp(In<double> weights, In<double> multiplier_weights, Out<double> by_q, Out<double> by_v,
                   Out<double> by_tau, Out<double> by_demand = {}, Out<double> parameters = {});
  void forward_derivatives(ConstrainedDerivatives<double>& out);
  // Adds to by_q and by_v what follows from weights of the velocities of the constraint rows (velocity_errors).
  void row_velocities_vjp(In<double> v, In<double> weights, Out<double> by_q, Out<double> by_v);

  int rows() const { return chain_.rows(); }
  int rank() const;  // of the active rows, after forward_dynamics
  void position_errors(In<double> q, Out<double> errors);
  void velocity_errors(In<double> q, In<double> v, Out<double> errors);
  // Degrees of freedom, independent velocities and Jacobians at q (chains/loops/closed_kinematics.hpp). The first call
  // allocates.
  ClosedKinematics<double>& kinematics(In<double> q);
  // The dynamics in independent coordinates, in which mimic joints and coupled joints follow and loops count as open
  // (sinew/followers.hpp). It has working memory of its own. The first call allocates, and throws std::invalid_argument
  // if a joint follows twice.
  IndependentDynamics<double>& independent();
  // Moves q to a nearby position at which all loops are closed. Allocates.
  Assembly assemble(Out<double> q, const AssemblyOptions& options = {});

  // Loops are numbered as in the model's description, grasps last; couplings likewise, those of mimic joints last.
  // Unknown names and numbers throw std::invalid_argument.
  // The force along every row on the second end of its loop, or the torque of its coupling; zero if it is not active.
  void multipliers(Out<double> out) const;
  int loop_count() const { return int(chain_.constraints().loops().size()); }
  int loop_index(std::string_view name) const;
  bool is_loop_closed(int loop) const;
  void set_loop_closed(int loop, bool closed);
  void set_loop_closed(std::string_view name, bool closed) { set_loop_closed(loop_index(name), closed); }

  // Results of the last forward_dynamics; those of loops and couplings also of the last impulse. They throw
  // std::logic_error if that call threw, if there was none, or if a later call has given another position.
  LoopResult loop(int index) const;
  LoopResult loop(std::string_view name) const { return loop(loop_index(name)); }
  int coupling_count() const { return int(chain_.constraints().couplings().size()); }
  int coupling_index(std::string_view name) const;
  CouplingResult coupling(int index) const;
  CouplingResult coupling(std::string_view name) const { return coupling(coupling_index(name)); }
  int arm_count() const { return parts_.empty() ? 0 : int(parts_.size()) - 1; }
  PartResult arm(int index) const;
  PartResult arm(std::string_view name) const;
  PartResult object() const;

 private:
  struct Part {
    std::string name{};
    int q, q_size, v, v_size;
  };

  // What the last call of forward_dynamics or impulse computed for the position last_.q.
  enum class Solved { nothing, impulse, accelerations };

  bool uses_arms() const;
  // Returns the workspace for a call of `function` that gives it the position q. Drops the results of another position.
  Workspace<double>& work_at(const char* function, In<double> q);
  void drop_results_unless_at(const char* function, In<double> q);
  // Drops all results and stores the position of a call that computes new ones.
  void start_at(In<double> q);
  PartResult result_of(const char* function, const Part& part) const;
  void check_solved(const char* function, Solved least) const;
  LinearizedConstrainedDynamics<double>& linearized();
  LinearizedConstrainedDynamics<double>& checked_linearized(const char* function);

  Model model_;
  Workspace<double> work_;
  ClosedChain<double> chain_;
  Impulse<double> impulse_;
  // These are null unless needed. They are not in the object itself, so that this header need not include theirs.
  std::unique_ptr<MultiArmDynamics> arms_;
  std::unique_ptr<ClosedInverseDynamics<double>> inverse_;
  std::unique_ptr<IndependentDynamics<double>> independent_;
  std::unique_ptr<LinearizedConstrainedDynamics<double>> linearized_;
  std::vector<int> actuated_;
  std::vector<Part> parts_;  // the arms, then the object
  State last_;               // of the last forward_dynamics; after an impulse, only q
  Solved solved_ = Solved::nothing;
  bool solved_by_arms_ = false;
  bool is_linearized_ = false;      // linearized_ belongs to the last call
  const char* moved_by_ = nullptr;  // the function that dropped the results by giving another position
  bool has_velocity_ = false;       // last_.v was given with last_.q
  bool is_behind_ = false;          // the workspace has not been given the state of the last call yet
};

}  // namespace sinew
