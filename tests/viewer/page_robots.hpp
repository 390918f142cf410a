// Makes robots of the page from descriptions, as the page would send them.
#pragma once

#include <algorithm>

#include "apps/viewer/engine/robot.hpp"
#include "sinew/chains/arms/merge_arms.hpp"

namespace sinew::test {

inline viewer::PageRobot page_robot(const Description& description) {
  const Model model(description);
  viewer::PageRobot robot{.description = description};
  const auto& bodies = description.bodies;
  robot.places.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto parent = std::find_if(bodies.begin(), bodies.end(),
                                     [&](const Body& body) { return body.name == bodies[i].parent; });
    robot.parent.push_back(parent == bodies.end() ? -1 : int(parent - bodies.begin()));
    for (const JointInfo& joint : model.joints()) {
      if (joint.body == bodies[i].name) robot.places[i] = {joint.q_index, joint.v_index};
    }
  }
  robot.arm_of_loop.assign(description.loops.size(), -1);
  return robot;
}

// Several arms and their object as one robot.
inline viewer::PageRobot page_robot(const std::vector<Model>& arms, const Model& object,
                                    const std::vector<Grasp>& grasps) {
  viewer::PageRobot robot = page_robot(merge_arms(arms, object, grasps).description());
  int first = 0;
  const auto add = [&](const Model& part) {
    const int count = int(part.description().bodies.size());
    robot.parts.push_back({first, count});
    first += count;
  };
  std::for_each(arms.begin(), arms.end(), add);
  add(object);
  for (std::size_t i = 0; i < grasps.size(); ++i) robot.arm_of_loop[i] = grasps[i].arm;
  return robot;
}

}  // namespace sinew::test
