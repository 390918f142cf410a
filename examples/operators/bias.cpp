// Computes the bias forces of SOA (4), the joint torques due to Coriolis and centrifugal effects and gravity:
// C = H phi (M phi* a + b).
#include "examples/operators/common.hpp"

int main() {
  const Model robot = load("models/quadruped.urdf", {.base = Base::floating});
  const State state = random_state(robot, 3);
  Configuration at(robot);
  at.set(state.q, state.v, state.tau);

  std::vector<double> bias(state.v.size()), expected(state.v.size()), at_rest(state.v.size());
  Prepared(H * phi * (M * ~phi * a + b), at).apply({}, bias);

  Workspace<double> work(robot);
  inverse_dynamics(work, state.q, state.v, at_rest, expected);
  std::printf("force for zero acceleration of the trunk: %.4f %.4f %.4f N\n", bias[3], bias[4], bias[5]);
  return report(difference(bias.data(), expected.data(), bias.size()));
}
