// Computes the gradient of a cost by products with the derivatives of forward dynamics, in O(n), by their matrices, and by a
// difference.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

int main() {
  const sinew::Model arm = sinew::load("models/arm7.urdf");
  const sinew::State state = sinew::random_state(arm, 1);
  const std::size_t n = state.v.size();
  std::vector<double> a(n), by_q(n), by_v(n), by_tau(n), weights(n, 1.0);

  // The cost is the sum of all joint accelerations; its gradient by a is a vector of ones.
  sinew::Workspace<double> work(arm);
  sinew::LinearizedDynamics<double> linear(arm);
  std::vector<double> by_parameters(std::size_t(sinew::inertial_parameters_per_body * linear.bodies()));
  sinew::forward_dynamics(work, state.q, state.v, state.tau, a);
  linear.update(work);  // differentiates at the state of the workspace, with the filter that it holds
  linear.forward_vjp(work, weights, by_q, by_v, by_tau, by_parameters);
  std::printf("cost by the position of joint 3: %9.4f\n", by_q[2]);
  std::printf("cost by the torque of joint 3:   %9.4f\n", by_tau[2]);
  std::printf("cost by the mass of the last body: %7.4f\n",
              by_parameters[std::size_t(sinew::inertial_parameters_per_body * (linear.bodies() - 1))]);

  // The matrices: the gradient is the sum of the rows of da/dq.
  const int dofs = arm.velocity_size();
  sinew::Matrix<double> a_by_q(dofs, dofs), a_by_v(dofs, dofs), inverse_mass(dofs, dofs);
  sinew::DynamicsDerivatives<double> derivatives(arm);
  derivatives.forward_dynamics(state.q, state.v, state.tau, a_by_q, a_by_v, inverse_mass, a);
  double sum = 0;
  for (int i = 0; i < dofs; ++i) sum += a_by_q(i, 2);
  std::printf("by the matrix:                   %9.4f\n", sum);

  const double step = 1e-6;
  std::vector<double> moved = state.q, later(n);
  moved[2] += step;
  sinew::forward_dynamics(work, moved, state.v, state.tau, later);
  double difference = 0;
  for (std::size_t i = 0; i < n; ++i) difference += (later[i] - a[i]) / step;
  std::printf("by a difference:                 %9.4f\n", difference);
  const double allowed = 1e-3 * (1 + std::abs(difference));
  return std::abs(difference - by_q[2]) < allowed && std::abs(sum - by_q[2]) < 1e-9 * (1 + std::abs(sum)) ? 0
                                                                                                          : 1;
}
