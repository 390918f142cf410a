// Computes the gradient of a loop force by products with the derivatives of closed dynamics, and compares it with a
// difference.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

int main() {
  const sinew::Model linkage = sinew::load("models/slider_crank.urdf");
  sinew::ConstrainedSystem system(linkage);
  const std::vector<double> q = linkage.neutral_position();
  const std::size_t n = std::size_t(linkage.velocity_size()), rows = std::size_t(system.rows());
  std::vector<double> v(n), tau(n), a(n), by_q(n), by_v(n), by_tau(n);
  tau[0] = 2;

  // The cost is the sum of the multipliers, the forces along the constraint rows.
  const std::vector<double> weights(n), ones(rows, 1.0);
  system.linearize(q, v, tau, a);
  system.forward_vjp(weights, ones, by_q, by_v, by_tau);
  std::printf("cost by the torque of the crank:    %9.4f\n", by_tau[0]);

  const auto cost = [&](double torque) {
    tau[0] = torque;
    system.forward_dynamics(q, v, tau, a);
    std::vector<double> forces(rows);
    system.multipliers(forces);
    double sum = 0;
    for (const double force : forces) sum += force;
    return sum;
  };
  const double difference = cost(2.5) - cost(1.5);  // exact: the forces are linear in the torques
  std::printf("by a difference:                    %9.4f\n", difference);
  return std::abs(difference - by_tau[0]) < 1e-8 * (1 + std::abs(difference)) ? 0 : 1;
}
