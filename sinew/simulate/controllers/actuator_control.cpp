#include "sinew/simulate/controllers/actuator_control.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/check_number.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew {
namespace {

std::vector<double> controls_of(const Model& model, const ActuatorPlan& plan) {
  const auto& actuators = model.description().actuators;
  if (actuators.empty()) throw std::invalid_argument("robot '" + model.name() + "' has no actuators");
  std::vector<std::string> names;
  for (const Actuator& actuator : actuators) names.push_back(actuator.name);
  std::vector<double> controls = model.initial_controls();
  std::vector<bool> is_set(controls.size());
  for (const auto& [name, control] : plan.controls) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) throw std::invalid_argument(unknown_name("actuator", name, names));
    const auto i = std::size_t(found - names.begin());
    if (is_set[i]) throw std::invalid_argument("actuator '" + name + "' has two controls");
    edge::check_finite_number("the control of actuator '" + name + "'", control);
    is_set[i] = true;
    controls[i] = control;
  }
  return controls;
}

}  // namespace

ActuatorControl::ActuatorControl(const Model& model, const ActuatorPlan& plan)
    : model_(model),
      work_(model),
      actuators_(model),
      controls_(controls_of(model, plan)),
      activations_at_change_(controls_.size()),
      activations_(controls_.size()) {}

double ActuatorControl::activation_at(std::size_t i, double t) const {
  const Actuator& actuator = model_.description().actuators[i];
  const double u = actuator.control_range.clamped(controls_[i]), w0 = activations_at_change_[i],
               time = std::max(0.0, t - changed_);
  if (actuator.activation == ActivationKind::none) return 0;
  const double w = actuator.activation == ActivationKind::integrator
                       ? w0 + u * time
                       : u + (w0 - u) * std::exp(-time / actuator.time_constant);
  return actuator.activation_range.clamped(w);
}

void ActuatorControl::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_size("the result tau", tau, model_.velocity_size());
  for (std::size_t i = 0; i < activations_.size(); ++i) activations_[i] = activation_at(i, t);
  set_state(work_, q, v);
  actuators_.update(work_, controls_, activations_);
  std::copy(actuators_.torques().begin(), actuators_.torques().end(), tau.data());
}

void ActuatorControl::set_controls(double t, In<double> controls) {
  edge::check_input("the controls", controls, int(controls_.size()));
  edge::check_finite_number("the time of a change of controls", t);
  for (std::size_t i = 0; i < activations_.size(); ++i) activations_[i] = activation_at(i, t);
  activations_at_change_ = activations_;
  changed_ = t;
  std::copy(controls.data(), controls.data() + controls.size(), controls_.begin());
}

void ActuatorControl::save(StateWriter& out) const {
  out.write(changed_);
  out.write_list(controls_);
  out.write_list(activations_at_change_);
}

void ActuatorControl::restore(StateReader& in) {
  changed_ = in.read();
  in.read_list(std::span(controls_));
  in.read_list(std::span(activations_at_change_));
}

}  // namespace sinew
