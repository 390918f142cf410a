#include "apps/cli/derivatives.hpp"

#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"

namespace sinew::cli {
namespace {

constexpr const char *by_position = "per change of position, by columns",
                     *by_velocity = "per unit of velocity, by columns", *by_torque = "per unit of torque";

std::vector<std::string> row_names(const ConstrainedSystem& system) {
  std::vector<std::string> names;
  for (int row = 0; row < system.rows(); ++row) names.push_back(system.chain().constraints().row_name(row));
  return names;
}

}  // namespace

Derivatives differentiate(Quantity of, const Model& model, const State& state, std::span<double> a) {
  const int n = model.velocity_size();
  const bool is_forward = of == Quantity::forward_dynamics_derivatives;
  Matrix<double> by_q(n, n), by_v(n, n), by_third(n, n);
  DynamicsDerivatives<double> derivatives(model);
  if (is_forward)
    derivatives.forward_dynamics(state.q, state.v, state.tau, by_q, by_v, by_third, a);
  else
    derivatives.inverse_dynamics(state.q, state.v, state.a, by_q, by_v, by_third);
  const std::string what = is_forward ? "qdd" : "tau";
  const std::string change =
      is_forward ? "change of the joint accelerations " : "change of the joint torques ";
  Derivatives result;
  result.matrices.push_back({"d" + what + "_dq", change + by_position, by_q});
  result.matrices.push_back({"d" + what + "_dv", change + by_velocity, by_v});
  if (is_forward)
    result.matrices.push_back(
        {"dqdd_dtau", change + by_torque + ": the inverse of the mass matrix", by_third});
  else
    result.matrices.push_back(
        {"mass_matrix", change + "per unit of acceleration: the mass matrix", by_third});
  return result;
}

Derivatives differentiate_closed(ConstrainedSystem& system, const State& state, std::span<double> a) {
  ConstrainedDerivatives<double> found;
  system.linearize(state.q, state.v, state.tau, a);
  system.forward_derivatives(found);
  const std::string accelerations = "change of the joint accelerations ",
                    multipliers = "change of the multipliers, the forces along the constraint rows, ";
  return {.matrices = {{"dqdd_dq", accelerations + by_position, found.a_by_q},
                       {"dqdd_dv", accelerations + by_velocity, found.a_by_v},
                       {"dqdd_dtau", accelerations + by_torque, found.a_by_tau},
                       {"dmultipliers_dq", multipliers + by_position, found.multipliers_by_q, true},
                       {"dmultipliers_dv", multipliers + by_velocity, found.multipliers_by_v, true},
                       {"dmultipliers_dtau", multipliers + by_torque, found.multipliers_by_tau, true}},
          .multipliers = row_names(system)};
}

}  // namespace sinew::cli
