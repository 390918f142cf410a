// Computes the accelerations of a tree under joint torques and the smooth forces of its joints, and the derivatives of
// these accelerations.
//
//   a(q, v, tau) = forward dynamics of tau - C v - K (q - rest)        C: damping, K: springs, both diagonal
//   da/dq = A_q - M^-1 K,   da/dv = A_v - M^-1 C,   da/dtau = M^-1     A: the derivatives of forward dynamics
//
// Derivatives by position are along the velocities of Model::integrate. The forces are those that a simulation of the
// robot has, except dry friction, limits, tendons, compensated weight, and springs of spherical and floating joints:
// `left_out` names those that the model has.
//
// Cost: that of forward dynamics, and O(n^2) for the derivatives.
#pragma once

#include <string>
#include <vector>

#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"

namespace sinew {

// Which forces of the joints act, as in SimulationPlan.
struct SmoothForces {
  bool joint_damping = true, joint_springs = true;
};

// Make it once; its functions allocate nothing.
class SmoothDynamics {
 public:
  // Throws std::invalid_argument for models with loops, couplings, mimic joints or custom joints.
  explicit SmoothDynamics(const Model& model, const SmoothForces& forces = {});

  const Model& model() const { return model_; }
  // The forces of the model that are neither in the accelerations nor in their derivatives.
  const std::vector<std::string>& left_out() const { return left_out_; }

  void accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a);
  // The derivatives at the arguments of the last call of `accelerations`, n_v x n_v each.
  void derivatives(MatrixOut<double> by_q, MatrixOut<double> by_v, MatrixOut<double> by_tau);
  // The workspace, at the position of the last call.
  Workspace<double>& workspace() { return work_; }
  // Adds the torques of damping and springs to tau.
  void add_passive_torques(In<double> q, In<double> v, Out<double> tau) const;
  // Adds K, which is diagonal, to an n_v x n_v matrix.
  void add_stiffness(MatrixOut<double> sum) const;

 private:
  struct Joint {
    std::size_t q, v;
    double damping, stiffness, rest;
  };

  Model model_;
  Workspace<double> work_;
  DynamicsDerivatives<double> derivatives_;
  std::vector<Joint> joints_;
  std::vector<std::string> left_out_;
  std::vector<double> q_, v_, tau_, a_;  // of the last call; tau_ with damping and springs
};

}  // namespace sinew
