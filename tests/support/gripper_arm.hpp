// An arm of seven hinges with a gripper of two fingers, of which the second mimics the first.
#pragma once

#include "sinew/model/examples.hpp"

namespace sinew::test {

inline Description gripper_arm() {
  Description arm = random_chain(7, 5);
  arm.name = "gripper_arm";
  const Transform<double> hand = arm.frames.front().placement;
  for (const double side : {1.0, -1.0}) {
    const std::string number = side > 0 ? "1" : "2";
    Body finger{.name = "finger" + number, .parent = "link7", .placement = hand};
    finger.joint = {.name = "finger_joint" + number,
                    .kind = JointKind::prismatic,
                    .axis = {0, side, 0},
                    .dofs = {{.lower = 0, .upper = 0.04}}};
    finger.inertial = {0.1, {0, 0.01 * side, 0.02}, {1e-5, 0, 0, 1e-5, 0, 1e-5}};
    arm.bodies.push_back(finger);
  }
  arm.bodies.back().joint.mimic = {"finger_joint1", 1, 0};
  arm.frames.front().name = "hand";
  return arm;
}

}  // namespace sinew::test
