// Adds a payload, locks joints and makes the base floating. Models are immutable: each change makes another model from
// an existing description.
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

namespace {

// Returns the joint torque of joint2 that keeps the arm at rest, stretched out to the side.
double holding_torque(const Model& arm) {
  Workspace<double> work(arm);
  std::vector<double> q = arm.neutral_position(), tau(static_cast<std::size_t>(arm.velocity_size()));
  q[static_cast<std::size_t>(arm.joint("joint2").q_index)] = 1.5707963267948966;
  gravity_force(work, q, tau);
  return tau[static_cast<std::size_t>(arm.joint("joint2").v_index)];
}

}  // namespace

int main() {
  const Model arm = load("models/arm7.urdf");

  // A part of 3 kg in the gripper; `without_body(..., "part")` removes it again.
  const Payload part{
      .name = "part", .body = "tool", .inertial = {.mass = 3, .inertia = {0.005, 0, 0, 0.005, 0, 0.005}}};
  const Model loaded(with_payload(arm.description(), part));

  // Two joints locked: fewer degrees of freedom, the same mass.
  const LockedJoint locked[] = {{.joint = "joint3"}, {.joint = "joint5", .q = {0.4}}};
  const Model blocked(with_locked_joints(loaded.description(), locked));

  const Model put_down(without_body(loaded.description(), "part"));
  const Model thrown(with_floating_base(arm.description()));

  std::printf("arm             %2d degrees of freedom  joint2 torque %8.3f Nm\n", arm.velocity_size(),
              holding_torque(arm));
  std::printf("with 3 kg       %2d degrees of freedom  joint2 torque %8.3f Nm\n", loaded.velocity_size(),
              holding_torque(loaded));
  std::printf("joints locked   %2d degrees of freedom  joint2 torque %8.3f Nm\n", blocked.velocity_size(),
              holding_torque(blocked));
  std::printf("payload removed %2d degrees of freedom  joint2 torque %8.3f Nm\n", put_down.velocity_size(),
              holding_torque(put_down));
  std::printf("floating base   %2d degrees of freedom, q has %d numbers\n", thrown.velocity_size(),
              thrown.position_size());

  const bool right = blocked.velocity_size() == 5 && thrown.velocity_size() == 13 &&
                     holding_torque(put_down) == holding_torque(arm) &&
                     std::fabs(holding_torque(loaded)) > std::fabs(holding_torque(arm)) + 20;
  return right ? 0 : 1;
}
