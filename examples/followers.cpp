// Controls the hand of an arm whose gripper has two fingers, of which the second mimics the first: the mass matrix and
// the operational space are those of the eight independent joints.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  // models/arm7.urdf with two sliding fingers.
  Description description = load("models/arm7.urdf").description();
  for (const double side : {1.0, -1.0}) {
    const std::string number = side > 0 ? "1" : "2";
    Body finger{.name = "finger" + number, .parent = "tool"};
    finger.joint = {.name = "finger_joint" + number, .kind = JointKind::prismatic, .axis = {0, side, 0}};
    finger.inertial = {.mass = 0.1, .com = {0, 0.01 * side, 0.02}, .inertia = {1e-5, 0, 0, 1e-5, 0, 1e-5}};
    description.bodies.push_back(finger);
  }
  description.bodies.back().joint.mimic = {"finger_joint1", 1, 0};
  const Model arm(description);
  const FrameIndex hand = arm.frame("tool");
  const State state = random_state(arm, 3);
  IndependentDynamics<double> robot(arm);  // constructed once, like a workspace
  IndependentOperationalSpace<double> space(robot, hand, Reference::aligned);
  Matrix<double> M(robot.size(), robot.size()), lambda(6, 6);
  robot.mass_matrix(state.q, M);
  std::printf("%d joints, %d of them independent\n", arm.velocity_size(), robot.size());
  std::printf("mass that the finger's motor moves: %.3f kg, of both fingers\n", M(7, 7));

  // Torques of the independent joints that accelerate the hand, and close the fingers: a finger force in the null space
  // does not disturb the hand.
  const double wanted[6] = {0, 0, 0, 0.5, 0, -1};
  std::vector<double> force(6), tau(8), grip{0, 0, 0, 0, 0, 0, 0, -0.2}, free(8);
  space.bias(robot, state.q, state.v, force);
  space.lambda(robot, lambda);
  for (int i = 0; i < 36; ++i) force[std::size_t(i / 6)] += lambda(i / 6, i % 6) * wanted[i % 6];
  space.jacobian_adjoint_times(robot, force, tau);
  space.project(robot, grip, free);
  for (std::size_t i = 0; i < 8; ++i) tau[i] += free[i];

  // Torques of all joints, zero at the finger that follows, and the accelerations that result from them.
  std::vector<double> all(9), a(9), independent(8), twist(6);
  robot.coordinates().spread(tau, all);
  robot.forward_dynamics(state.q, state.v, all, a);
  robot.coordinates().select(a, independent);
  space.jacobian_times(robot, independent, twist);
  const Motion<double> rate = robot.jacobian_rate_times_velocity(hand, Reference::aligned);
  double error = std::fabs(a[7] - a[8]);
  for (int i = 0; i < 6; ++i) error += std::fabs(twist[std::size_t(i)] + rate[i] - wanted[i]);
  std::printf("fingers %.4f and %.4f m/s^2; the hand misses its acceleration by %.1e\n", a[7], a[8], error);
  return robot.size() == 8 && error < 1e-8 ? 0 : 1;
}
