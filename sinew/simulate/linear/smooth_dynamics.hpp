// Computes the accelerations of a robot under joint torques and the smooth forces of its joints, the derivatives of these
// accelerations, and products with the adjoint of the derivatives.
//
//   a(q, v, tau) = forward dynamics of tau - C v - K (q - rest)        C: damping, K: springs, both diagonal
//   da/dq = A_q - M^-1 K,   da/dv = A_v - M^-1 C,   da/dtau = M^-1     A: the derivatives of forward dynamics
//
// Derivatives by position are along the velocities of Model::integrate. The forces are those that a simulation of the
// robot has, except dry friction, limits, tendons, compensated weight, and springs of spherical and floating joints:
// `left_out` names those that the model has.
//
// Robots with loops, couplings and mimic joints have all their coordinates, and the derivatives are those of
// chains/derivatives/linearized_constrained_dynamics.hpp.
//
// Cost: that of forward dynamics, O(n^2) for the derivatives of a tree, and about twice forward dynamics for a product.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"
#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/chains/constrained_system.hpp"

namespace sinew {

namespace edge {
// Throws std::invalid_argument if the model has loops, couplings or mimic joints. `what` is for trees only: "trim".
void check_tree(const char* what, const Model& model);
}  // namespace edge

// Which forces of the joints act, as in SimulationPlan.
struct SmoothForces {
  bool joint_damping = true, joint_springs = true;
};

// Make it once; its functions allocate nothing after their first call, except for `derivatives` of closed models.
class SmoothDynamics {
 public:
  // Throws std::invalid_argument for custom joints.
  explicit SmoothDynamics(const Model& model, const SmoothForces& forces = {});

  const Model& model() const { return model_; }
  // The forces of the model that are neither in the accelerations nor in their derivatives.
  const std::vector<std::string>& left_out() const { return left_out_; }

  void accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a);
  // The derivatives at the arguments of the last call of `accelerations`, n_v x n_v each.
  void derivatives(MatrixOut<double> by_q, MatrixOut<double> by_v, MatrixOut<double> by_tau);
  // Computes the accelerations, and prepares `vjp` at these arguments.
  void linearize(In<double> q, In<double> v, In<double> tau, Out<double> a);
  // Computes the weights of q, v and tau that follow from weights of the accelerations, at the arguments of `linearize`,
  // which has to be the last call. `parameters`: receives the weights of the inertial parameters
  // (algorithms/derivatives/linearized_dynamics.hpp); empty: not computed.
  void vjp(In<double> weights, Out<double> by_q, Out<double> by_v, Out<double> by_tau,
           Out<double> parameters = {});
  // The workspace, at the position of the last call.
  Workspace<double>& workspace() { return system_ ? system_->workspace() : work_; }
  // The constraints and their dynamics; null for trees.
  ConstrainedSystem* system() { return system_ ? &*system_ : nullptr; }
  int bodies() const { return products_.bodies(); }
  // Adds the torques of damping and springs to tau.
  void add_passive_torques(In<double> q, In<double> v, Out<double> tau) const;
  // Adds K, which is diagonal, to an n_v x n_v matrix.
  void add_stiffness(MatrixOut<double> sum) const;

 private:
  struct Joint {
    std::size_t q, v;
    double damping, stiffness, rest;
  };

  // Stores the arguments, and adds the passive torques to tau_.
  void set(In<double> q, In<double> v, In<double> tau);

  Model model_;
  Workspace<double> work_;
  LinearizedDynamics<double> products_;
  std::optional<ConstrainedSystem> system_{};              // of closed models
  std::optional<DynamicsDerivatives<double>> matrices_{};  // of trees; made when first needed
  std::vector<Joint> joints_;
  std::vector<std::string> left_out_;
  std::vector<double> q_, v_, tau_, a_;  // of the last call; tau_ with damping and springs
};

}  // namespace sinew
