#include "sinew/simulate/optimal/run_torques.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/base/number_text.hpp"
#include "sinew/simulate/forces/motors.hpp"
#include "sinew/simulate/saved/internal/made_of.hpp"

namespace sinew::detail {

RunTorques::RunTorques(const Model& model, const std::vector<std::string>& joints, std::vector<double> knots,
                       ControlInterpolation interpolation)
    : model_(model),
      motors_(motor_dofs(model, joints)),
      times_(std::move(knots)),
      interpolation_(interpolation),
      controls_(this->knots(), motors()),
      weights_(controls_),
      q_(std::size_t(model.position_size())),
      v_(std::size_t(model.velocity_size())),
      sampled_(v_),
      of_sampled_(v_),
      one_(v_) {
  edge::check_input("the knots", In<double>(times_), this->knots());
  for (std::size_t i = 1; i < times_.size(); ++i) {
    if (!(times_[i] > times_[i - 1]))
      throw std::invalid_argument("the knots " + number_text(times_[i - 1]) + " s and " +
                                  number_text(times_[i]) + " s do not increase");
  }
}

void RunTorques::add(std::unique_ptr<Controller> controller, bool sampled) {
  if (!controller) throw std::invalid_argument("a controller is null");
  if (!controller->is_differentiable())
    throw std::invalid_argument("a controller of class " + class_name(*controller) +
                                " with these options has no derivatives for '" + model_.name() +
                                "'; joint_pd, computed_torque and lqr have them where their headers say so");
  laws_.push_back({std::move(controller), sampled});
}

void RunTorques::start(MatrixIn<double> controls) {
  edge::check_size("the controls", controls, knots(), motors());
  edge::check_input("the controls", In<double>(controls.data(), std::size_t(knots()) * std::size_t(motors())),
                    knots() * motors());
  std::copy_n(controls.data(), std::size_t(knots()) * std::size_t(motors()), controls_.data());
  weights_.reset(knots(), motors());
}

RunTorques::Place RunTorques::place(double t) const {
  const bool is_constant = interpolation_ == ControlInterpolation::constant;
  const auto next = std::upper_bound(times_.begin(), times_.end(), is_constant ? middle_ : t);
  const int first = std::max(int(next - times_.begin()) - 1, 0);
  if (is_constant || next == times_.begin() || next == times_.end()) return {first, 0};
  return {first, (t - *(next - 1)) / (*next - *(next - 1))};
}

void RunTorques::start_step(double t, double h, In<double> q, In<double> v) {
  t_ = t;
  middle_ = t + 0.5 * h;
  std::copy_n(q.data(), q.size(), q_.begin());
  std::copy_n(v.data(), v.size(), v_.begin());
  std::ranges::fill(sampled_, 0.0);
  std::ranges::fill(of_sampled_, 0.0);
  for (const Law& law : laws_) {
    if (!law.sampled) continue;
    law.controller->torques(t, q, v, one_);
    for (std::size_t i = 0; i < one_.size(); ++i) sampled_[i] += one_[i];
  }
}

void RunTorques::finish_step(Out<double> by_q, Out<double> by_v) {
  for (const Law& law : laws_) {
    if (law.sampled) law.controller->torques_vjp(t_, q_, v_, of_sampled_, by_q, by_v);
  }
}

void RunTorques::torques(double t, In<double> q, In<double> v, Out<double> tau) {
  std::ranges::copy(sampled_, tau.data());
  if (knots() > 0) {
    const auto [first, part] = place(t);
    for (int i = 0; i < motors(); ++i) {
      double control = controls_(first, i);
      if (part != 0) control += part * (controls_(first + 1, i) - control);
      tau[std::size_t(motors_[std::size_t(i)])] += control;
    }
  }
  for (const Law& law : laws_) {
    if (law.sampled) continue;
    law.controller->torques(t, q, v, one_);
    for (std::size_t i = 0; i < one_.size(); ++i) tau[i] += one_[i];
  }
}

void RunTorques::vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                     Out<double> by_v) {
  for (std::size_t i = 0; i < of_sampled_.size(); ++i) of_sampled_[i] += weights[i];
  if (knots() > 0) {
    const auto [first, part] = place(t);
    for (int i = 0; i < motors(); ++i) {
      const double weight = weights[std::size_t(motors_[std::size_t(i)])];
      weights_(first, i) += (1 - part) * weight;
      if (part != 0) weights_(first + 1, i) += part * weight;
    }
  }
  for (const Law& law : laws_) {
    if (!law.sampled) law.controller->torques_vjp(t, q, v, weights, by_q, by_v);
  }
}

}  // namespace sinew::detail
