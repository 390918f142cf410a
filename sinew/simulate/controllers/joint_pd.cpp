#include "sinew/simulate/controllers/joint_pd.hpp"

#include <algorithm>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"

namespace sinew {

JointPd::JointPd(const Model& model, const JointPdPlan& plan)
    : model_(model),
      tracking_(model, plan.target),
      motors_(detail::motor_dofs(model, plan.joints)),
      stiffness_(detail::gains_of_motors("stiffness", model, motors_, plan.stiffness)),
      damping_(detail::gains_of_motors("damping", model, motors_, plan.damping)),
      with_gravity_(plan.gravity),
      system_(model, {.strategy = Strategy::block_omega, .arms = {}, .actuated = motors_}),
      gravity_(std::size_t(model.velocity_size())),
      zeros_(gravity_.size()),
      of_motors_(zeros_),
      by_position_(zeros_),
      unused_(zeros_) {}

void JointPd::set_gravity(In<double> q) {
  if (model_.is_closed() && !motors_.empty()) {
    system_.inverse_dynamics(q, zeros_, zeros_, gravity_);
  } else {
    gravity_force(system_.workspace(), q, gravity_);
  }
}

void JointPd::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  edge::check_size("the result tau", tau, model_.velocity_size());
  tracking_.update(t, q, v);
  if (with_gravity_) set_gravity(q);
  std::fill(tau.data(), tau.data() + tau.size(), 0.0);
  for (const int motor : motors_) {
    const auto i = std::size_t(motor);
    tau[i] =
        stiffness_[i] * tracking_.error()[i] + damping_[i] * (tracking_.velocity()[i] - v[i]) + gravity_[i];
  }
}

bool JointPd::is_differentiable() const {
  return !(with_gravity_ && model_.is_closed()) && detail::have_plain_coordinates(model_, motors_);
}

void JointPd::torques_vjp(double, In<double> q, In<double>, In<double> weights, Out<double> by_q,
                          Out<double> by_v) {
  std::fill(of_motors_.begin(), of_motors_.end(), 0.0);
  for (const int motor : motors_) {
    const auto i = std::size_t(motor);
    of_motors_[i] = weights[i];
    by_q[i] -= stiffness_[i] * weights[i];
    by_v[i] -= damping_[i] * weights[i];
  }
  if (!with_gravity_) return;
  if (!linear_) linear_ = std::make_unique<LinearizedDynamics<double>>(model_);
  inverse_dynamics<double>(system_.workspace(), q, zeros_, zeros_, by_position_);
  linear_->update(system_.workspace());
  linear_->inverse_vjp(system_.workspace(), of_motors_, by_position_, unused_, unused_);
  for (std::size_t i = 0; i < by_position_.size(); ++i) by_q[i] += by_position_[i];
}

}  // namespace sinew
