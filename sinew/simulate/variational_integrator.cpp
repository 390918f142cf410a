#include "sinew/simulate/variational_integrator.hpp"

#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/inverse_mass_matrix.hpp"
#include "sinew/model/number_text.hpp"
#include "sinew/simulate/configuration_group.hpp"

namespace sinew {
namespace {

constexpr int most_corrections = 60;
constexpr double solved = 4e-15;                         // of the velocities
constexpr double solved_enough = 1e-10;                  // where rounding stands in the way of more
constexpr double closed = 1e-14, closed_enough = 1e-10;  // m, rad

double largest(const std::vector<double>& numbers) {
  double most = 0;
  for (const double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

VariationalIntegrator::VariationalIntegrator(const Model& model, double longest_step)
    : FixedStepIntegrator(model, longest_step),
      work_(model),
      impulse_(model),
      momenta_(model),
      a_(std::size_t(model.velocity_size())),
      w_(a_.size()),
      u_(a_.size()),
      p_(a_.size()),
      v_(a_.size()) {}

double VariationalIntegrator::correct_drift(double h) {
  momenta_.at_start(p_);
  inverse_mass_times<double>(model_, work_, p_, p_);
  double error = 0;
  for (std::size_t i = 0; i < u_.size(); ++i) {
    const double off = p_[i] - w_[i];
    error = std::max(error, std::abs(off));
    u_[i] -= h * off;
  }
  const double scale = largest(w_);
  return scale > 0 ? error / scale : error;
}

double VariationalIntegrator::correct_loops(Mechanism& mechanism, const Phase& from, double h) {
  mechanism.chain().position_errors(mechanism.model(), mechanism.workspace(), next_.q, errors_);
  const double open = largest(errors_);
  for (double& error : errors_) error /= -h;
  impulse_.solve(mechanism.model(), mechanism.workspace(), mechanism.chain(), from.q, errors_, p_);
  for (std::size_t i = 0; i < w_.size(); ++i) {
    w_[i] += p_[i];
    u_[i] += h * p_[i];
  }
  return open;
}

bool VariationalIntegrator::solve(Mechanism& mechanism, const Phase& from, double h, bool has_loops) {
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] = h * w_[i];
  double off = infinity, open = infinity;
  for (int i = 0; i < most_corrections && (off < 1e3 || i == 0); ++i) {
    model_.integrate(from.q, u_, 1, next_.q);
    momenta_.move(next_.q, u_, h);
    if (off <= solved && open <= closed) return true;
    const double before = std::max(off / solved, open / closed);
    off = correct_drift(h);
    open = has_loops ? correct_loops(mechanism, from, h) : 0;
    const bool improves = std::max(off / solved, open / closed) < before;
    if (!improves && off <= solved_enough && open <= closed_enough) return true;
  }
  return false;
}

void VariationalIntegrator::drift(Mechanism& mechanism, const Phase& from, double h) {
  const bool has_loops = mechanism.is_constrained();
  errors_.resize(std::size_t(mechanism.chain().rows()));
  update_filter<double>(model_, work_, from.q);
  momenta_.start(from.q);
  v_ = w_;
  if (!solve(mechanism, from, h, has_loops)) {
    w_ = v_;
    if (!has_loops || !solve(mechanism, from, h, false) || !mechanism.project_position(next_.q))
      throw std::runtime_error("the equations of the variational integrator are not solved with steps of " +
                               number_text(h) + " s; shorter ones would help");
    difference(model_, from.q, next_.q, u_);
    momenta_.move(next_.q, u_, h);
  }
  momenta_.at_end(p_);
  update_filter<double>(model_, work_, next_.q);
  inverse_mass_times<double>(model_, work_, p_, v_);
}

void VariationalIntegrator::make(Dynamics& dynamics, const Phase& from, double h) {
  Mechanism& mechanism = dynamics.mechanism();
  if (mechanism.options().rate_linear)
    throw std::invalid_argument("the variational integrator does not know the rate-linear mode");
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
