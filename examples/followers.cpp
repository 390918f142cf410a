// Controls the hand of an arm whose gripper has two fingers, of which the second mimics the first: the mass matrix and
// the operational space are those of the eight independent joints.
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

// models/arm7.urdf with two sliding fingers.
Model arm_with_fingers() {
  Description arm = load("models/arm7.urdf").description();
  for (const double side : {1.0, -1.0}) {
    const std::string number = side > 0 ? "1" : "2";
    Body finger{.name = "finger" + number, .parent = "tool"};
    finger.joint = {.name = "finger_joint" + number, .kind = JointKind::prismatic, .axis = {0, side, 0}};
    finger.inertial = {.mass = 0.1, .com = {0, 0.01 * side, 0.02}, .inertia = {1e-5, 0, 0, 1e-5, 0, 1e-5}};
    arm.bodies.push_back(finger);
  }
  arm.bodies.back().joint.mimic = {"finger_joint1", 1, 0};
  return Model(arm);
}

}  // namespace

int main() {
  const Model arm = arm_with_fingers();
  const FrameIndex hand = arm.frame("tool");
  const State state = random_state(arm, 3);
  IndependentDynamics<double> robot(arm);  // constructed once, like a workspace
  IndependentOperationalSpace<double> space(robot, hand, Reference::aligned);
  const auto n = static_cast<std::size_t>(robot.size());
  std::printf("%d joints, %d of them independent\n", arm.velocity_size(), robot.size());

  Matrix<double> M(robot.size(), robot.size());
  robot.mass_matrix(state.q, M);
  std::printf("mass that the finger's motor moves: %.3f kg, of both fingers\n", M(7, 7));

  // Torques of the independent joints that accelerate the hand, and close the fingers at 1 m/s^2: a finger force in the
  // null space does not disturb the hand.
  const double wanted[6] = {0, 0, 0, 0.5, 0, -1};
  std::vector<double> force(6), tau(n), grip(n), free(n);
  space.bias(robot, state.q, state.v, force);
  Matrix<double> lambda(6, 6);
  space.lambda(robot, lambda);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) force[static_cast<std::size_t>(i)] += lambda(i, j) * wanted[j];
  }
  space.jacobian_adjoint_times(robot, force, tau);
  grip.back() = -0.2;
  space.project(robot, grip, free);
  for (std::size_t i = 0; i < n; ++i) tau[i] += free[i];

  // Torques of all joints, zero at the finger that follows, and the accelerations that result from them.
  std::vector<double> all(state.v.size()), a(all.size()), independent(n), twist(6);
  robot.coordinates().spread(tau, all);
  robot.forward_dynamics(state.q, state.v, all, a);
  robot.coordinates().select(a, independent);
  space.jacobian_times(robot, independent, twist);
  const Motion<double> rate = robot.jacobian_rate_times_velocity(hand, Reference::aligned);
  std::printf("wanted %.4f %.4f %.4f m/s^2, got %.4f %.4f %.4f; fingers %.4f and %.4f m/s^2\n", wanted[3],
              wanted[4], wanted[5], twist[3] + rate.linear.x, twist[4] + rate.linear.y,
              twist[5] + rate.linear.z, a[7], a[8]);
  double error = std::fabs(a[7] - a[8]);
  for (std::size_t i = 0; i < 6; ++i) error += std::fabs(twist[i] + rate[int(i)] - wanted[i]);
  return robot.size() == 8 && error < 1e-8 ? 0 : 1;
}
