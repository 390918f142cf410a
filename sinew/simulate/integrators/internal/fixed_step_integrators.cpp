#include "sinew/simulate/integrators/internal/fixed_step_integrators.hpp"

#include "sinew/model/joints/configuration_group.hpp"

namespace sinew {

FixedStepIntegrator::FixedStepIntegrator(const Model& model, double longest_step)
    : model_(model), made_for_(model), longest_step_(longest_step) {
  next_.q.resize(std::size_t(model.position_size()));
  next_.v.resize(std::size_t(model.velocity_size()));
}

void FixedStepIntegrator::step(Dynamics& dynamics, SimulationState& state, double t_end) {
  made_for_.check("the integrator", dynamics.model());
  check_step(model_, state, t_end);
  if (t_end == state.t) return;
  const StepLength length = even_step(state.t, t_end, longest_step_);
  guarded_step(state, next_, [&] {
    make(dynamics, state, length.h);
    next_.t = length.is_last ? t_end : state.t + length.h;
    check_finite(next_);
  });
}

// ---- Semi-implicit Euler -------------------------------------------------------------------------

SemiImplicitEuler::SemiImplicitEuler(const Model& model, double longest_step)
    : FixedStepIntegrator(model, longest_step), a_(std::size_t(model.velocity_size())) {}

void SemiImplicitEuler::make(Dynamics& dynamics, const SimulationState& from, double h) {
  double power = 0;
  dynamics.accelerations(from.t, from.q, from.v, a_, power);
  for (std::size_t i = 0; i < a_.size(); ++i) next_.v[i] = from.v[i] + h * a_[i];
  model_.integrate(from.q, next_.v, h, next_.q);
  next_.work = from.work + h * power;
  settle(dynamics.mechanism(), next_);
}

// ---- Order 4 -------------------------------------------------------------------------------------

RungeKutta4::RungeKutta4(const Model& model, double longest_step)
    : FixedStepIntegrator(model, longest_step), u_(std::size_t(model.velocity_size())) {
  for (Stage& stage : stages_) {
    stage.q.resize(std::size_t(model.position_size()));
    stage.v.resize(u_.size());
    stage.a.resize(u_.size());
  }
}

void RungeKutta4::evaluate(Dynamics& dynamics, int stage, double t) {
  Stage& at = stages_[stage];
  dynamics.accelerations(t, at.q, at.v, at.a, at.power);
}

void RungeKutta4::set_velocities(const SimulationState& from, int stage, double h, int accelerations_of) {
  const std::vector<double>& a = stages_[accelerations_of].a;
  std::vector<double>& v = stages_[stage].v;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = from.v[i] + h * a[i];
}

void RungeKutta4::finish(Dynamics& dynamics, const SimulationState& from, double h) {
  const auto& [s0, s1, s2, s3] = stages_;
  for (std::size_t i = 0; i < u_.size(); ++i)
    next_.v[i] = from.v[i] + h / 6 * (s0.a[i] + 2 * s1.a[i] + 2 * s2.a[i] + s3.a[i]);
  next_.work = from.work + h / 6 * (s0.power + 2 * s1.power + 2 * s2.power + s3.power);
  settle(dynamics.mechanism(), next_);
}

void CommutatorFreeRk4::set_half_displacement(double h, double first, double last) {
  const auto& [s0, s1, s2, s3] = stages_;
  for (std::size_t i = 0; i < u_.size(); ++i)
    u_[i] = h / 12 * (first * s0.v[i] + 2 * s1.v[i] + 2 * s2.v[i] + last * s3.v[i]);
}

void CommutatorFreeRk4::make(Dynamics& dynamics, const SimulationState& from, double h) {
  auto& [s0, s1, s2, s3] = stages_;
  s0.q = from.q;
  s0.v = from.v;
  evaluate(dynamics, 0, from.t);
  set_velocities(from, 1, h / 2, 0);
  model_.integrate(from.q, s0.v, h / 2, s1.q);
  evaluate(dynamics, 1, from.t + h / 2);
  set_velocities(from, 2, h / 2, 1);
  model_.integrate(from.q, s1.v, h / 2, s2.q);
  evaluate(dynamics, 2, from.t + h / 2);
  set_velocities(from, 3, h, 2);
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = s2.v[i] - s0.v[i] / 2;
  model_.integrate(s1.q, u_, h, s3.q);  // starts from the second stage
  evaluate(dynamics, 3, from.t + h);
  set_half_displacement(h, 3, -1);
  model_.integrate(from.q, u_, 1, next_.q);
  set_half_displacement(h, -1, 3);
  model_.integrate(next_.q, u_, 1, next_.q);
  finish(dynamics, from, h);
}

MuntheKaasRk4::MuntheKaasRk4(const Model& model, double longest_step) : RungeKutta4(model, longest_step) {
  for (std::vector<double>& rates : rates_) rates.resize(u_.size());
}

void MuntheKaasRk4::make(Dynamics& dynamics, const SimulationState& from, double h) {
  stages_[0].q = from.q;
  stages_[0].v = rates_[0] = from.v;  // u = 0
  evaluate(dynamics, 0, from.t);
  for (int i = 1; i < 4; ++i) {
    const double step = i == 3 ? h : h / 2;
    set_velocities(from, i, step, i - 1);
    for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = step * rates_[i - 1][j];
    model_.integrate(from.q, u_, 1, stages_[i].q);
    coordinate_rates(model_, u_, stages_[i].v, rates_[i]);
    evaluate(dynamics, i, from.t + step);
  }
  for (std::size_t j = 0; j < u_.size(); ++j)
    u_[j] = h / 6 * (rates_[0][j] + 2 * rates_[1][j] + 2 * rates_[2][j] + rates_[3][j]);
  model_.integrate(from.q, u_, 1, next_.q);
  finish(dynamics, from, h);
}

}  // namespace sinew
