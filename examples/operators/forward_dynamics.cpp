// Computes forward dynamics in two lines by SOA (14)-(15), with a force f0 of the tip on its surroundings.
#include "examples/operators/common.hpp"

int main() {
  const Model arm = load("models/arm7.urdf");
  const State state = random_state(arm, 4);
  const FrameIndex tool = arm.frame("tool");
  Configuration at(arm, {tool});
  at.set(state.q, state.v, state.tau);

  const std::vector<double> f{0.2, -0.1, 0.3, 5, -2, 10};
  const Expression f0 = operators::constant("f0", operators::frame_space, operators::number_space, f);
  const Expression T_without_bias = T - H * phi * (M * ~phi * a + b + B * f0);
  const Expression accelerations = ~(I - H * psi * K) * inv(D) * (I - H * psi * K) * T_without_bias;
  std::vector<double> computed(7), expected(7);
  Prepared(accelerations, at).apply({}, computed);

  Workspace<double> work(arm);
  const std::vector<ExternalForce<double>> on_tool{{tool, {{-f[0], -f[1], -f[2]}, {-f[3], -f[4], -f[5]}}}};
  forward_dynamics(work, state.q, state.v, state.tau, expected, {.forces = on_tool});
  for (std::size_t i = 0; i < 7; ++i) std::printf("joint %zu: %10.5f rad/s^2\n", i + 1, computed[i]);
  return report(difference(computed.data(), expected.data(), 7));
}
