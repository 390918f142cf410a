// Steps a simulation in a control loop: a computer samples the arm every millisecond and sets the joint torques of
// computed-torque control, which then stay constant for a millisecond. Halfway somebody pushes the arm.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model robot = load("models/arm7.urdf");
  Workspace<double> work(robot);
  const std::vector<double> target{0.3, 0.6, 0, -1.1, 0, 0.8, 0};
  std::vector<double> a(target.size()), tau(target.size());

  Simulation simulation(robot);
  simulation.set_integrator({.kind = IntegratorKind::rkmk4, .step = 1e-3});
  while (simulation.time() < 3) {
    const SimulationState& state = simulation.state();
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = 100 * (target[i] - state.q[i]) - 20 * state.v[i];
    inverse_dynamics(work, state.q, state.v, a, tau);
    simulation.set_torques(tau);
    simulation.advance_by(1e-3);
    if (std::abs(simulation.time() - 1.5) < 1e-9) simulation.state().v[1] += 2;  // the push
  }

  double error = 0;
  for (std::size_t i = 0; i < tau.size(); ++i)
    error = std::max(error, std::abs(simulation.state().q[i] - target[i]));
  std::printf("after %.3f s the arm is within %.1e rad of its target\n", simulation.time(), error);
  return error < 1e-2 ? 0 : 1;
}
