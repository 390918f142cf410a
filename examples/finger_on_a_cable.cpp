// Simulates a finger of two joints on one cable. Springs bend the joints; the cable runs over a wheel at each joint and
// stretches the finger. When a motor winds up 8 mm of the cable, both joints move until the springs balance the tension:
// one cable, two joints, and no coupling between them.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

constexpr double wheels[] = {0.008, 0.005}, length = 0.04;  // m

Body phalanx(const std::string& name, const std::string& parent, double bending) {
  const DegreeOfFreedom spring{.damping = 0.002, .stiffness = bending, .rest_position = 1.2};
  return {
      .name = name,
      .parent = parent,
      .placement = {.translation = {parent.empty() ? 0 : length, 0, 0}},
      .joint = {.name = name + "_joint", .kind = JointKind::revolute, .axis = {0, 1, 0}, .dofs = {spring}},
      .inertial = {.mass = 0.02, .com = {length / 2, 0, 0}, .inertia = {1e-6, 0, 0, 3e-6, 0, 3e-6}}};
}

TendonElement point(const std::string& body, double x, double z) {
  return {.at = {.body = body, .placement = {.translation = {x, 0, z}}}};
}

// A wheel about the y axis. The point above it says that the cable runs over its top.
TendonElement wheel(const std::string& body, double x, double radius) {
  const Rotation<double> about_y = rotation_about(Vector3<double>{1, 0, 0}, -std::acos(0.0));
  return {.kind = TendonElement::Kind::cylinder,
          .at = {.body = body, .placement = {about_y, {x, 0, 0}}},
          .radius = radius,
          .side = LoopEnd{.body = body, .placement = {.translation = {x, 0, 2 * radius}}}};
}

Description finger(double wound_up) {
  Tendon cable{.name = "cable", .stiffness = 5000};
  cable.path = {point("", -0.03, wheels[0]), wheel("", 0, wheels[0]),
                point("proximal", length / 2, wheels[0]), wheel("proximal", length, wheels[1]),
                point("distal", length / 2, wheels[1])};
  Description robot{.name = "finger",
                    .bodies = {phalanx("proximal", "", 0.08), phalanx("distal", "proximal", 0.05)},
                    .gravity = {},
                    .tendons = {cable}};
  // The cable is as long as its path while both joints are bent by 1.2 rad, where the springs are at rest.
  Workspace<double> work{Model(robot)};
  set_position(work, std::vector<double>{1.2, 1.2});
  const double slack = tendon_length(work, {0});
  robot.tendons[0].rest_lengths = {0, slack - wound_up};  // a cable does not push
  return robot;
}

}  // namespace

int main() {
  double worst = 0;
  for (const double wound_up : {0.0, 0.004, 0.008}) {
    const Model robot(finger(wound_up));
    Simulation simulation =
        make_simulation({.whole = robot, .state = {.q = {1.2, 1.2}}}, {.options = {.duration = 4}});
    simulation.run();
    const std::vector<double>& q = simulation.state().q;

    Workspace<double> work(robot);
    std::vector<double> arms(2), bending(2);
    set_position(work, q);
    tendon_moment_arms(work, robot.tendon("cable"), arms);
    joint_springs(robot, q, bending);
    const Tendon& cable = robot.description().tendons[0];
    const double tension = cable.stiffness * (tendon_length(work, {0}) - (*cable.rest_lengths)[1]);
    std::printf("%g mm wound up: joints at %.4f and %.4f rad, tension %6.3f N, moment arms %g and %g mm\n",
                1000 * wound_up, q[0], q[1], tension, 1000 * arms[0], 1000 * arms[1]);
    for (std::size_t i = 0; i < 2; ++i) worst = std::max(worst, std::fabs(bending[i] - tension * arms[i]));
  }
  std::printf("largest torque that is not balanced: %.1e N m\n", worst);
  return worst < 1e-6 ? 0 : 1;
}
