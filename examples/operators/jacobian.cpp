// Computes the Jacobian as an operator, J = B* phi* H*, SOA (1).
#include "examples/operators/common.hpp"

int main() {
  const Model robot = load("models/humanoid.urdf", {.base = Base::floating});
  const State state = random_state(robot, 1);
  const FrameIndex sole = robot.frame("left_sole");
  Configuration at(robot, {sole});
  at.set(state.q);

  Prepared jacobian_operator(~B * ~phi * ~H, at, as_matrix);
  Matrix<double> J_of_operators(6, robot.velocity_size()), J_of_recursion(6, robot.velocity_size());
  jacobian_operator.matrix(J_of_operators);

  Workspace<double> work(robot);
  set_position(work, state.q);
  jacobian(work, sole, Reference::body, J_of_recursion);
  std::printf("the sole moves by %.6f m along z for 1 m of the pelvis along z\n", J_of_operators(5, 5));
  return report(difference(J_of_operators.data(), J_of_recursion.data(), 6 * state.v.size()));
}
