// Simulates a force sensor at the wrist: computes the force across the fixed joint between the last link and the
// gripper, at rest and when the arm falls.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model robot = load("models/arm7.urdf");
  Workspace<double> work(robot);
  std::vector<double> q = robot.neutral_position();
  q[1] = 0.8, q[3] = -1.1;
  const std::vector<double> v(static_cast<std::size_t>(robot.velocity_size()));
  std::vector<double> tau(v), a(v);

  // The sensor is a fixed joint; sinew merges the bodies on both sides of it into one link.
  std::size_t sensor = 0;
  while (robot.fixed_joints()[sensor].body != "gripper") ++sensor;
  const double weight = robot.fixed_joints()[sensor].inertia.mass * 9.81;
  std::vector<Force<double>> forces(robot.fixed_joints().size());

  // When the motors keep the arm at rest, the sensor shows the gripper's weight.
  inverse_dynamics(work, q, v, a, tau);
  forward_dynamics(work, q, v, tau, a);
  fixed_joint_forces(work, forces);
  const double held = norm(forces[sensor].linear);
  std::printf("held still: %.4f N, the gripper weighs %.4f N\n", held, weight);

  // With the motors off the arm falls, and the sensor shows a different force.
  forward_dynamics(work, q, v, v, a);
  fixed_joint_forces(work, forces);
  const double falling = norm(forces[sensor].linear);
  std::printf("motors off: %.4f N\n", falling);

  return std::abs(held - weight) < 1e-9 * weight && std::abs(falling - weight) > 0.01 * weight ? 0 : 1;
}
