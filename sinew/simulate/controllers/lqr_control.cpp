#include "sinew/simulate/controllers/lqr_control.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/dense/norms.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/model/joints/configuration_tangents.hpp"
#include "sinew/model/joints/coordinates.hpp"
#include "sinew/simulate/forces/motors.hpp"
#include "sinew/simulate/linear/linearize.hpp"
#include "sinew/sweep/lqr.hpp"

namespace sinew {
namespace {

// A torque of a joint without motor below this fraction of the largest torque counts as zero.
constexpr double nothing = 1e-6;

std::vector<double> position_of(const Model& model, const LqrPlan& plan) {
  if (plan.target.values.empty()) return model.initial_position();
  if (plan.target.values.size() > 1)
    throw std::invalid_argument("the target of lqr has " + std::to_string(plan.target.values.size()) +
                                " waypoints; expected one, an equilibrium");
  return plan.target.values.front();
}

}  // namespace

LqrControl::LqrControl(const Model& model, const LqrPlan& plan, double period, const SmoothForces& forces)
    : model_(model),
      motors_(detail::motor_dofs(model, plan.joints)),
      target_(position_of(model, plan)),
      hold_(std::size_t(model.velocity_size())),
      x_(2 * hold_.size()),
      unused_(hold_.size()) {
  edge::check_tree("lqr", model);
  const int n = model.velocity_size(), m = int(motors_.size());
  const std::vector<double> rest(hold_.size());
  SmoothDynamics dynamics(model, forces);
  std::vector<double> passive(hold_.size());
  inverse_dynamics<double>(dynamics.workspace(), target_, rest, rest, hold_);
  dynamics.add_passive_torques(target_, rest, passive);
  for (std::size_t i = 0; i < hold_.size(); ++i) hold_[i] -= passive[i];
  const double scale = 1 + largest(hold_);
  for (int i = 0; i < n; ++i) {
    double& torque = hold_[std::size_t(i)];
    if (std::find(motors_.begin(), motors_.end(), i) != motors_.end()) continue;
    if (std::abs(torque) > nothing * scale)
      throw std::invalid_argument("the target of lqr is not an equilibrium: '" +
                                  velocity_coordinates(model)[std::size_t(i)].name +
                                  "' has no motor and would need " + number_text(torque));
    torque = 0;
  }
  LinearizeOptions options{.forces = forces};
  if (period > 0) options.step = period;
  const Linearization linear = linearize(model, target_, rest, hold_, options);
  const auto position = detail::gains_of_dofs("position_cost", model, plan.position_cost),
             velocity = detail::gains_of_dofs("velocity_cost", model, plan.velocity_cost),
             torque = detail::gains_of_motors("torque_cost", model, motors_, plan.torque_cost);
  Matrix<double> M(2 * n, 2 * n), R(m, m), B(2 * n, m);
  for (int i = 0; i < n; ++i) M(i, i) = position[std::size_t(i)], M(n + i, n + i) = velocity[std::size_t(i)];
  const Matrix<double>& all = period > 0 ? linear.B_discrete : linear.B;
  for (int j = 0; j < m; ++j) {
    R(j, j) = torque[std::size_t(motors_[std::size_t(j)])];
    for (int i = 0; i < 2 * n; ++i) B(i, j) = all(i, motors_[std::size_t(j)]);
  }
  try {
    K_ = period > 0 ? sweep::discrete_lqr(linear.A_discrete, B, M, R).K
                    : sweep::continuous_lqr(linear.A, B, M, R).K;
  } catch (const std::domain_error& none) {
    throw std::invalid_argument("lqr of '" + model.name() + "': " + none.what());
  }
}

void LqrControl::torques(double, In<double> q, In<double> v, Out<double> tau) {
  const std::size_t n = hold_.size();
  edge::check_size("the result tau", tau, int(n));
  edge::check_size("v", v, int(n));
  difference(model_, target_, q, {x_.data(), n});
  std::copy_n(v.data(), n, x_.data() + n);
  std::copy_n(hold_.data(), n, tau.data());
  for (int j = 0; j < K_.cols(); ++j) {
    for (int i = 0; i < K_.rows(); ++i)
      tau[std::size_t(motors_[std::size_t(i)])] -= K_(i, j) * x_[std::size_t(j)];
  }
}

void LqrControl::torques_vjp(double, In<double> q, In<double>, In<double> weights, Out<double> by_q,
                             Out<double> by_v) {
  const std::size_t n = hold_.size();
  const Out<double> e(x_.data(), n), of_e(x_.data() + n, n);
  difference(model_, target_, q, e);
  for (std::size_t j = 0; j < n; ++j) {
    of_e[j] = 0;
    for (int i = 0; i < K_.rows(); ++i) {
      const double weight = weights[std::size_t(motors_[std::size_t(i)])];
      of_e[j] -= K_(i, int(j)) * weight;
      by_v[j] -= K_(i, int(n + j)) * weight;
    }
  }
  // de = d exp^-1_{-e} dq
  rate_weights(model_, {e.data(), n}, {e.data(), n}, unused_, of_e);
  for (std::size_t j = 0; j < n; ++j) by_q[j] += of_e[j];
}

}  // namespace sinew
