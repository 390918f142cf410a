// Computes poses, Jacobians, kinetic and potential energy of a humanoid with a floating base.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model robot = load("models/humanoid.urdf", {.base = Base::floating});
  const int dofs = robot.velocity_size();
  Workspace<double> work(robot);
  const State state = random_state(robot, 7);

  // The position of the left sole, and its velocity J v.
  const FrameIndex sole = robot.frame("left_sole");
  set_position(work, state.q);
  const Vector3<double> position = pose(work, sole).translation;
  Matrix<double> J(6, dofs);
  jacobian(work, sole, Reference::aligned, J);
  double twist[6] = {};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < dofs; ++j) twist[i] += J(i, j) * state.v[static_cast<std::size_t>(j)];
  }
  std::printf("left_sole at %.4f %.4f %.4f m\n", position.x, position.y, position.z);
  std::printf("moves with   %.4f %.4f %.4f m/s\n", twist[3], twist[4], twist[5]);

  // The same velocity by a finite difference: move the robot for a microsecond.
  const double step = 1e-6;
  std::vector<double> later(state.q.size());
  robot.integrate(state.q, state.v, step, later);
  set_position(work, later);
  const Vector3<double> moved = (1 / step) * (pose(work, sole).translation - position);
  std::printf("difference   %.4f %.4f %.4f m/s\n", moved.x, moved.y, moved.z);

  // Kinetic energy is v^T M v / 2.
  Matrix<double> M(dofs, dofs);
  mass_matrix(work, state.q, M);
  double half_vMv = 0;
  for (int i = 0; i < dofs; ++i) {
    for (int j = 0; j < dofs; ++j) {
      half_vMv += M(i, j) * state.v[static_cast<std::size_t>(i)] * state.v[static_cast<std::size_t>(j)] / 2;
    }
  }
  const double kinetic = kinetic_energy(work, state.q, state.v);
  std::printf("kinetic %.6f J (v M v / 2: %.6f), potential %.6f J\n", kinetic, half_vMv,
              potential_energy(work, state.q));
  const Vector3<double> error = moved - Vector3<double>{twist[3], twist[4], twist[5]};
  return norm(error) < 1e-4 && std::fabs(kinetic - half_vMv) < 1e-10 * kinetic ? 0 : 1;
}
