// Computes the joint accelerations due to a force of the tip on its surroundings, SOA (17)-(18). Formula (17) is
// simplified to (18).
#include "examples/operators/common.hpp"

int main() {
  const Model arm = load("models/arm7.urdf");
  const State state = random_state(arm, 5);
  const FrameIndex tool = arm.frame("tool");
  Configuration at(arm, {tool});
  at.set(state.q);

  const Expression W = I - H * psi * K;
  Prepared correction(-(~W * inv(D) * W * H * phi * B), at);
  const std::vector<double> f{0.2, -0.1, 0.3, 5, -2, 10};
  std::vector<double> computed(7), expected(7);
  correction.apply(f, computed);
  std::printf("%s\nbecomes %s\n", to_text(correction.derivation().start).c_str(),
              to_text(correction.derivation().result()).c_str());

  Workspace<double> work(arm);
  set_position(work, state.q);
  const std::vector<ExternalForce<double>> on_tool{{tool, {{-f[0], -f[1], -f[2]}, {-f[3], -f[4], -f[5]}}}};
  force_response(work, on_tool, expected);
  std::printf("the last joint: %.4f rad/s^2\n", computed[6]);
  return report(difference(computed.data(), expected.data(), 7));
}
