// Computes where a body or frame of a robot is at the start of a motion.
#pragma once

#include <string>

#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew::test {

// Returns the pose in the world at the initial position.
inline Transform<double> place_of(const Model& robot, const std::string& name) {
  Workspace<double> work(robot);
  update_poses(work, robot.initial_position());
  return pose(work, robot.frame(name));
}

}  // namespace sinew::test
