// Computes forward dynamics of a closed chain by SOA (26), as a tree whose two tips are rigidly connected. A humanoid
// clasps its hands; the force between them keeps their accelerations equal: f = Lambda_c (alpha_2 - alpha_1).
#include "examples/operators/common.hpp"

int main() {
  const Model robot = load("models/humanoid.urdf", {.base = Base::floating});
  State state = random_state(robot, 7);
  const FrameIndex left = robot.frame("left_hand"), right = robot.frame("right_hand");
  Workspace<double> work(robot);
  set_position(work, state.q);
  const Transform<double> right_in_left = inverse(pose(work, left)) * pose(work, right);

  // S applies a force to the left hand and the opposite force to the right hand.
  const std::array<double, 36> on_left = force_columns(right_in_left);
  std::vector<double> columns;
  for (std::size_t i = 0; i < 6; ++i) {
    columns.insert(columns.end(), on_left.begin() + std::ptrdiff_t(6 * i),
                   on_left.begin() + std::ptrdiff_t(6 * i + 6));
    for (std::size_t k = 0; k < 6; ++k) columns.push_back(i == k ? -1 : 0);
  }
  const operators::Space loop{"loop", 6};
  const Expression S = operators::constant("S", operators::frame_space, loop, columns);

  // The velocities that keep the hands together: an impulse removes the part of v that separates them.
  const Expression Lambda_c = inv(~S * Omega * S);
  Configuration at(robot, {left, right});
  at.set(state.q);
  std::vector<double> v(state.v.size()), computed(state.v.size()), expected(state.v.size());
  Prepared(I - inv(Mass) * ~J * S * Lambda_c * ~S * J, at).apply(state.v, v);

  at.set(state.q, v, state.tau);
  const Expression free = inv(Mass) * (T - C);             // (24)
  const Expression alpha_free = J * free + ~B * ~phi * a;  // (25)
  const Expression f = -(Lambda_c * ~S * alpha_free);      // (26)
  Prepared(free + inv(Mass) * ~J * S * f, at).apply({}, computed);

  Description closed = robot.description();
  closed.loops.push_back(
      {.name = "clasp", .first = {"left_hand", right_in_left}, .second = {"right_hand", {}}});
  const Model linkage(closed);
  ClosedChain<double> chain(linkage);
  Workspace<double> work_of_linkage(linkage);
  chain.forward_dynamics(work_of_linkage, state.q, v, state.tau, expected);
  std::vector<double> force(6);
  Prepared(f, at).apply({}, force);
  std::printf("the right hand pulls the left one with %.3f %.3f %.3f N\n", force[3], force[4], force[5]);
  return report(difference(computed.data(), expected.data(), computed.size()));
}
