// Computes one step of operational-space control of an arm's tool: the tool gets a desired acceleration, and the
// null-space motion of the joints does not disturb it.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model arm = load("models/arm7.urdf");
  const auto dofs = static_cast<std::size_t>(arm.velocity_size());
  Workspace<double> work(arm);
  const State state = random_state(arm, 3);
  const FrameIndex tool = arm.frame("tool");
  OperationalSpace<double> space(arm, tool, Reference::aligned);  // constructed once, like the workspace

  // In every control cycle: give the workspace the position. What the calls below need of it, the poses, the filter and
  // Omega, is computed once.
  set_position(work, state.q);
  if (!space.is_regular(work)) {
    std::printf("the tool cannot move in every direction here: rank %d\n", space.rank(work));
    return 1;
  }
  Matrix<double> lambda(6, 6);
  space.lambda(work, lambda);
  std::printf("effective mass of the tool: %.3f %.3f %.3f kg along x, y and z\n", lambda(3, 3), lambda(4, 4),
              lambda(5, 5));

  // Force on the tool for the desired acceleration: lambda * acceleration + bias.
  const double wanted[6] = {0, 0, 0, 0.5, 0, -1};
  std::vector<double> force(6), tau(dofs), posture(dofs), free(dofs), acceleration_of_joints(dofs);
  space.bias(work, state.q, state.v, force);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) force[static_cast<std::size_t>(i)] += lambda(i, j) * wanted[j];
  }
  space.jacobian_adjoint_times(work, force, tau);

  // One degree of freedom of the seven is redundant. The posture torques damp it; their projection does not accelerate
  // the tool.
  for (std::size_t j = 0; j < dofs; ++j) posture[j] = -2 * state.v[j];
  space.project(work, posture, free);
  for (std::size_t j = 0; j < dofs; ++j) tau[j] += free[j];

  // The resulting acceleration of the tool.
  forward_dynamics(work, state.q, state.v, tau, acceleration_of_joints);
  const Motion<double> got = acceleration(work, tool, Reference::aligned);
  std::printf("wanted %.4f %.4f %.4f m/s^2, got %.4f %.4f %.4f\n", wanted[3], wanted[4], wanted[5],
              got.linear.x, got.linear.y, got.linear.z);
  const Vector3<double> error = got.linear - Vector3<double>{wanted[3], wanted[4], wanted[5]};
  return norm(error) + norm(got.angular) < 1e-8 ? 0 : 1;
}
