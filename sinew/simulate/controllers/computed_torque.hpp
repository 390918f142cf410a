// Computed-torque control: computes the joint torques under which joint errors decay like those of a mass with a spring
// and a damper:
//
//   a = demanded acceleration,  e'' + damping e' + stiffness e = 0             (simulate/controllers/tracking.hpp)
//   tau = inverse dynamics of a
//
// This applies if every degree of freedom (DOF) has a motor and there are no loops. Otherwise only the motors'
// accelerations can be demanded; all other joints move as the dynamics determine. With S the independent motions that
// the loops allow (chains/loops/closed_kinematics.hpp), B^* the selection of the motors' velocities from v, and a_0 the
// accelerations without motor torques,
//
//   W = B^* S (S^* M S)^-1 S^* B          response: the motors' accelerations per torque
//   W tau = P (B^* a - B^* a_0)           P: projection onto the motions of the motors that the loops allow
//
// With friction compensation, a_0 includes the accelerations that damping and dry friction cause.
//
// The errors of the motors therefore decay by the law if there are at most as many motors as DOF (a floating base, a
// passive pendulum on a driven one). With more motors the law is met in the least-squares sense, by the least torques.
//
// Cost: O(n). With loops or DOF without motors: forward dynamics, the mass matrix, and cubic in the number of DOF.
#pragma once

#include <memory>
#include <optional>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/simulate/controllers/friction_compensation.hpp"
#include "sinew/simulate/controllers/tracking.hpp"
#include "sinew/simulate/forces/motors.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class ComputedTorque : public Controller {
 public:
  // Throws std::invalid_argument for unknown joints and lists of the wrong size.
  ComputedTorque(const Model& model, const ComputedTorquePlan& plan);
  ~ComputedTorque() override;
  // Makes the law compensate the damping and dry friction of all joints, as far as the motors can.
  void compensate(const Resistance& acting);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  // For trees in which every degree of freedom has a motor and none has a quaternion, without friction compensation.
  bool is_differentiable() const override;
  void torques_vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                   Out<double> by_v) override;
  void grasp_changed(const std::string& name, bool held) override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  void set_answers(In<double> q);
  void project_demand();

  Model model_;
  Workspace<double> work_;
  Tracking tracking_;
  std::vector<int> motors_;
  std::vector<double> stiffness_, damping_, a_;
  std::optional<FrictionCompensation> friction_{};
  std::unique_ptr<LinearizedDynamics<double>> linear_{};  // made by the first torques_vjp
  std::vector<double> of_q_, of_v_, of_a_;                // of torques_vjp
  // For robots with loops or with degrees of freedom without motors; otherwise null.
  struct Partial;
  std::unique_ptr<Partial> partial_;
};

}  // namespace sinew
