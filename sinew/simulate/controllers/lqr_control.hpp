// Linear-quadratic regulator: computes the joint torques that keep a robot at an equilibrium at least cost,
//
//   tau = tau0 - K x,   x = (e, v)           e: from the target to q (model/joints/configuration_group.hpp)
//
// tau0 holds the robot at the target, and K is the feedback of least cost of the sum of e^T Q e + v^T Q_v v + u^T R u over
// an infinite time (sweep/lqr.hpp) for the robot linearised at the target (simulate/linear/linearize.hpp): for a sampled
// controller with torques that are constant during the period, otherwise in continuous time. Damping and springs of joints
// are part of it. Joints without motors may be balanced.
//
// Cost: n m multiplications for n degrees of freedom and m motors; the feedback is computed once.
#pragma once

#include "sinew/simulate/linear/smooth_dynamics.hpp"
#include "sinew/simulate/plan.hpp"
#include "sinew/simulate/saved/made_for.hpp"

namespace sinew {

class LqrControl : public Controller {
 public:
  // `period`: seconds between samples; 0: continuous. Throws std::invalid_argument if the target has several waypoints, or
  // needs torques where there is no motor, for robots with loops, for wrong joints and costs, and if the motors cannot
  // keep the robot there.
  LqrControl(const Model& model, const LqrPlan& plan, double period = 0, const SmoothForces& forces = {});
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  bool is_differentiable() const override { return true; }
  void torques_vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                   Out<double> by_v) override;
  // The feedback, one row for each motor, in the order of the plan.
  const Matrix<double>& feedback() const { return K_; }

 private:
  Model model_;
  std::vector<int> motors_;
  std::vector<double> target_, hold_, x_, unused_;
  Matrix<double> K_{};
};

}  // namespace sinew
