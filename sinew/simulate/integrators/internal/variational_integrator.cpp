#include "sinew/simulate/integrators/internal/variational_integrator.hpp"

#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/dense/norms.hpp"
#include "sinew/model/joints/configuration_group.hpp"

namespace sinew {
namespace {

constexpr std::size_t most_newton_steps = 40;
// Residuals below which the drift counts as solved (relative to the velocities) and loops as closed (metres, radians).
constexpr double solved = 4e-15, closed = 1e-14;
// Rounding may prevent that, the more so the worse the mass matrix is conditioned. An iterate that is no improvement is
// then accepted within the first pair of bounds. After `most_in_vain` iterates in a row without improvement, one is
// accepted within the second pair.
constexpr double solved_by_rounding = 1e-13, closed_by_rounding = 1e-13;
constexpr double solved_enough = 1e-7, loops_closed_enough = 1e-10;
constexpr int most_in_vain = 3;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

VariationalIntegrator::VariationalIntegrator(const Model& model, double longest_step)
    : FixedStepIntegrator(model, longest_step),
      work_(model),
      momenta_(model),
      a_(std::size_t(model.velocity_size())),
      w_(a_.size()),
      u_(a_.size()),
      p_(a_.size()),
      v_(a_.size()),
      steps_(most_newton_steps, a_) {}

VariationalIntegrator::Missing VariationalIntegrator::find_correction(Mechanism& mechanism,
                                                                      const SimulationState& from, double h,
                                                                      bool has_loops, std::size_t i) {
  std::vector<double>& change = steps_[i];
  momenta_.at_start(p_);
  solve_mass_matrix<double>(work_, p_, p_);
  for (std::size_t j = 0; j < p_.size(); ++j) p_[j] -= w_[j];
  std::fill(change.begin(), change.end(), 0.0);
  Missing missing{0, 0};
  if (has_loops) {
    ClosedChain<double>& chain = mechanism.system().chain();
    chain.position_errors(mechanism.workspace(), next_.q, errors_);
    chain.velocity_errors(mechanism.workspace(), from.q, p_, rates_);
    missing.loops = largest(errors_);
    for (std::size_t j = 0; j < rates_.size(); ++j) rates_[j] -= errors_[j] / h;
    if (!impulse_ || !impulse_->is_for(mechanism.model())) impulse_.emplace(mechanism.model());
    impulse_->solve(mechanism.workspace(), chain, from.q, rates_, change);
  }
  for (std::size_t j = 0; j < p_.size(); ++j) change[j] = h * (change[j] - p_[j]);
  const double scale = h * largest(w_);
  missing.drift = scale > 0 ? largest(change) / scale : largest(change);
  return missing;
}

void VariationalIntegrator::learn_from_steps(std::size_t i) {
  std::vector<double>& step = steps_[i];
  const auto along = [&](std::size_t j) {
    const double square = dot(steps_[j], steps_[j]);
    return square > 0 ? dot(steps_[j], step) / square : 0;
  };
  for (std::size_t j = 0; j + 1 < i; ++j) {
    const double part = along(j);
    for (std::size_t k = 0; k < step.size(); ++k) step[k] += part * steps_[j + 1][k];
  }
  if (i == 0) return;
  const double rest = 1 - along(i - 1);
  if (std::abs(rest) < 0.1) return;  // the update would be nearly singular, which M is not
  for (double& x : step) x /= rest;
}

bool VariationalIntegrator::solve(Mechanism& mechanism, const SimulationState& from, double h,
                                  bool has_loops) {
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = h * w_[i];
  Missing best{infinity, infinity};
  int in_vain = 0;
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    model_.integrate(from.q, u_, 1, next_.q);
    momenta_.move(next_.q, u_, h);
    const Missing missing = find_correction(mechanism, from, h, has_loops, i);
    const auto within = [&](double drift, double loops) {
      return missing.drift <= drift && missing.loops <= loops;
    };
    if (within(solved, closed)) return true;
    const bool improves = missing.drift < best.drift / 2 || missing.loops < best.loops / 2;
    in_vain = improves ? 0 : in_vain + 1;
    if (!improves && within(solved_by_rounding, closed_by_rounding)) return true;
    if (in_vain >= most_in_vain && within(solved_enough, loops_closed_enough)) return true;
    if (!(missing.drift < 1e3)) return false;
    best = {std::min(best.drift, missing.drift), std::min(best.loops, missing.loops)};
    learn_from_steps(i);
    for (std::size_t j = 0; j < u_.size(); ++j) u_[j] += steps_[i][j];
  }
  return false;
}

void VariationalIntegrator::drift(Mechanism& mechanism, const SimulationState& from, double h) {
  const bool has_loops = mechanism.is_constrained();
  errors_.resize(std::size_t(mechanism.system().chain().rows()));
  rates_.resize(errors_.size());
  update_filter<double>(work_, from.q);
  momenta_.start(from.q);
  if (!solve(mechanism, from, h, has_loops)) {
    if (!has_loops || !solve(mechanism, from, h, false) || !mechanism.project_position(next_.q))
      throw std::runtime_error("the variational integrator did not converge with steps of " + number_text(h) +
                               " s; use shorter steps");
    difference(model_, from.q, next_.q, u_);
    momenta_.move(next_.q, u_, h);
  }
  momenta_.at_end(p_);
  update_filter<double>(work_, next_.q);
  solve_mass_matrix<double>(work_, p_, v_);
}

void VariationalIntegrator::make(Dynamics& dynamics, const SimulationState& from, double h) {
  Mechanism& mechanism = dynamics.mechanism();
  if (mechanism.options().rate_linear)
    throw std::invalid_argument("the variational integrator does not support the rate-linear mode");
  double power_before = 0, power = 0;
  dynamics.accelerations_from_rest(from.t, from.q, from.v, a_, power_before);
  for (std::size_t i = 0; i < w_.size(); ++i) w_[i] = from.v[i] + h / 2 * a_[i];
  drift(mechanism, from, h);
  for (std::size_t i = 0; i < v_.size(); ++i) next_.v[i] = v_[i] + h / 2 * a_[i];
  dynamics.accelerations_from_rest(from.t + h, next_.q, next_.v, a_, power);
  for (std::size_t i = 0; i < v_.size(); ++i) next_.v[i] = v_[i] + h / 2 * a_[i];
  mechanism.project_velocity(next_.q, next_.v);
  next_.work = from.work + h / 2 * (power_before + power);
}

}  // namespace sinew
