// Follows an optimised motion: computes its joint torques with the feedback of a time-varying LQR about it,
//
//   tau = tau_k + K_k (e, v - v_k)            e: from q_k to q; k: the step that contains t
//
// within the limits of the motion. After the last step, the torques of that step and its feedback about the last state continue.
//
// Cost: n^2 multiplications.
#pragma once

#include "sinew/simulate/optimal/optimize.hpp"

namespace sinew {

class MotionFeedback : public Controller {
 public:
  // Throws std::invalid_argument if the motion was not made for the model. Give it the step of the motion as its period
  // in a simulation.
  MotionFeedback(const Model& model, OptimizedMotion motion);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;

 private:
  Model model_;
  OptimizedMotion motion_;
  std::vector<double> e_;
};

}  // namespace sinew
