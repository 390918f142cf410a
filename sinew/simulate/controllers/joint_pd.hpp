// Joint PD control: computes joint torques that pull the joints towards a motion like springs and dampers, and
// compensate gravity:
//
//   tau = stiffness e + damping (w - v) + gravity          on the motors        (e, w: simulate/controllers/tracking.hpp)
//
// Without gravity compensation a robot at rest hangs where stiffness e = gravity. In a robot with loops the motors also
// carry the weight at joints without motors, with the least torques (chains/loops/closed_inverse_dynamics.hpp).
//
// Cost: O(n); with loops, that of inverse dynamics of the closed chain.
#pragma once

#include <memory>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/chains/constrained_system.hpp"
#include "sinew/simulate/controllers/tracking.hpp"
#include "sinew/simulate/forces/motors.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class JointPd : public Controller {
 public:
  // Throws std::invalid_argument for unknown joints and lists of the wrong size.
  JointPd(const Model& model, const JointPdPlan& plan);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  // For trees, and without gravity compensation for all robots, if no motor drives a joint with a quaternion.
  bool is_differentiable() const override;
  void torques_vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                   Out<double> by_v) override;
  void grasp_changed(const std::string& name, bool held) override {
    detail::set_loop_active(system_.chain(), name, held);
  }
  void save(StateWriter& out) const override { detail::save_loops(system_.chain(), out); }
  void restore(StateReader& in) override { detail::restore_loops(system_.chain(), in); }

 private:
  void set_gravity(In<double> q);

  Model model_;
  Tracking tracking_;
  std::vector<int> motors_;
  std::vector<double> stiffness_, damping_;
  bool with_gravity_;
  ConstrainedSystem system_;
  std::vector<double> gravity_, zeros_;
  std::vector<double> of_motors_, by_position_, unused_;  // of torques_vjp
  std::unique_ptr<LinearizedDynamics<double>> linear_{};  // made by the first torques_vjp that needs it
};

}  // namespace sinew
