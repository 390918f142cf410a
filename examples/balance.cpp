// Balances a double pendulum upright by a motor at its shoulder alone: linearises it there, prints its modes, and simulates
// it with the feedback of least cost after a push.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

Model double_pendulum() {
  Body upper{.name = "upper"}, lower{.name = "lower", .parent = "upper", .placement = {{}, {0, 0, -0.5}}};
  upper.joint = {.name = "shoulder", .kind = JointKind::revolute, .axis = {0, 1, 0}};
  lower.joint = {.name = "elbow", .kind = JointKind::revolute, .axis = {0, 1, 0}};
  upper.inertial = lower.inertial = {.mass = 1, .com = {0, 0, -0.5}};
  return Model(Description{.name = "double pendulum", .bodies = {upper, lower}});
}

}  // namespace

int main() {
  const Model robot = double_pendulum();
  const std::vector<double> upright{std::numbers::pi, 0}, rest(2);
  std::printf("upright, without feedback:\n");
  for (const Mode& mode : modes(linearize(robot, upright, rest, rest).A))
    std::printf("  %7.3f 1/s\n", mode.eigenvalue.real());

  const LqrPlan plan{.joints = {"shoulder"}, .target = {.times = {0}, .values = {upright}}};
  auto law = std::make_unique<LqrControl>(robot, plan, 0.005);
  std::printf("torque = -(%.1f, %.1f) angles - (%.1f, %.1f) rates\n", law->feedback()(0, 0),
              law->feedback()(0, 1), law->feedback()(0, 2), law->feedback()(0, 3));
  Simulation simulation(robot, {}, {.duration = 5});
  simulation.add(std::move(law), 0.005);
  simulation.state().q = {std::numbers::pi + 0.05, -0.08};
  simulation.run();
  const std::vector<double>& q = simulation.state().q;
  const double error = std::hypot(q[0] - upright[0], q[1] - upright[1]);
  std::printf("after 5 s: %.1e rad from upright\n", error);
  return error < 1e-3 ? 0 : 1;
}
