// Converts the actuators and sensors of a tree to those of a description.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// The names in the description, by index in the tree.
struct LoweredNames {
  const std::vector<std::string>& bodies;
  const std::vector<std::vector<std::string>>& joints;  // of each body
  std::vector<std::string> actuators{};                 // empty for those that are left out

  LoopEnd end(const TreeEnd& end) const {
    return {end.body < 0 ? "" : bodies[static_cast<std::size_t>(end.body)], end.placement};
  }
  const std::string& joint(const TreeJoint& joint) const {
    return joints[static_cast<std::size_t>(joint.body)][joint.index];
  }
};

// Adds the actuators to the description and their names to `names`, and adds their armature and damping to the joints.
// The bodies and tendons must have been added before. Returns the damping ratios of servos, by name.
std::map<std::string, double> lower_actuators(const BodyTree& tree, LoweredNames& names,
                                              Description& description);

// Adds the sensors to the description. Everything else must have been added before.
void lower_sensors(const BodyTree& tree, const LoweredNames& names, Description& description);

}  // namespace sinew::mjcf
