// Drives a robot by its own actuators (algorithms/dynamics/actuators.hpp) with controls that are constant until
// set_controls changes them. Activations w are exact functions of time: with w0 at the time t0 of the last change,
//
//   integrator   w = w0 + u (t - t0)                               u: control
//   filter       w = u + (w0 - u) exp(-(t - t0) / time_constant)
//
// within their ranges. They are zero at time 0.
//
// Cost: that of the actuators.
#pragma once

#include "sinew/algorithms/dynamics/actuators.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class ActuatorControl : public Controller {
 public:
  // Throws std::invalid_argument for a robot without actuators, unknown actuators, actuators that are named twice, and
  // controls that are not finite.
  ActuatorControl(const Model& model, const ActuatorPlan& plan);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  ActuatorForces actuators() const override { return {controls_, actuators_.forces()}; }
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

  // Changes the controls at time t, which should be the time of the simulation. There is one for each actuator of the
  // description. With a period, the torques change at the next sample, where integrators restart. Without one, call
  // Simulation::forces_changed afterwards.
  void set_controls(double t, In<double> controls);

 private:
  double activation_at(std::size_t actuator, double t) const;

  Model model_;
  Workspace<double> work_;
  Actuators actuators_;
  double changed_ = 0;  // t0
  std::vector<double> controls_, activations_at_change_, activations_;
};

}  // namespace sinew
