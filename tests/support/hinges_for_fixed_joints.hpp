// Computes the forces across all joints of a robot, fixed ones included, from inverse dynamics of the same robot with
// motionless hinges in place of fixed joints.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

// A force on a body, at a frame on it and in the axes of this frame.
struct Push {
  LoopEnd at;
  Force<double> force;
};

// The tree alone, with hinges in place of fixed joints. Their armature makes massless bodies possible; it has no effect
// while they do not move.
inline Description with_hinges(Description description) {
  description.loops.clear();
  description.couplings.clear();
  for (Body& body : description.bodies) {
    body.joint.mimic.reset();
    if (body.joint.kind != JointKind::fixed) continue;
    body.joint = {.name = "hinge of " + body.name, .kind = JointKind::revolute, .dofs = {{.armature = 1}}};
  }
  return description;
}

// By the name of the body that the joint carries.
inline std::map<std::string, Force<double>> forces_if_held(
    const Description& description, const std::vector<double>& q, const std::vector<double>& v,
    const std::vector<double>& a, const std::vector<Push>& pushes, const Motion<double>& base = {}) {
  const Model robot(description);
  Description loose = with_hinges(description);
  for (std::size_t i = 0; i < pushes.size(); ++i)
    loose.frames.push_back({"push " + std::to_string(i), pushes[i].at.body, pushes[i].at.placement});
  const Model model(loose);
  std::vector<ExternalForce<double>> acting;
  for (std::size_t i = 0; i < pushes.size(); ++i)
    acting.push_back({model.frame("push " + std::to_string(i)), pushes[i].force});
  std::vector<double> loose_q = model.neutral_position();
  std::vector<double> loose_v(static_cast<std::size_t>(model.velocity_size())), loose_a(loose_v.size());
  for (const JointInfo& joint : robot.joints()) {
    const JointInfo& same = model.joint(joint.name);
    std::copy_n(q.begin() + joint.q_index, joint.q_size, loose_q.begin() + same.q_index);
    std::copy_n(v.begin() + joint.v_index, joint.v_size, loose_v.begin() + same.v_index);
    std::copy_n(a.begin() + joint.v_index, joint.v_size, loose_a.begin() + same.v_index);
  }
  Workspace<double> work(model);
  std::vector<JointForce<double>> forces(model.joints().size());
  joint_forces(work, loose_q, loose_v, loose_a, forces, {.base_acceleration = base, .forces = acting});
  std::map<std::string, Force<double>> by_body;
  for (std::size_t i = 0; i < forces.size(); ++i) by_body[model.joints()[i].body] = forces[i].whole;
  return by_body;
}

// Inserts a sensor with mass on a fixed joint between a body and its descendants. Returns the pose of the given
// placement on it.
inline LoopEnd behind_sensor(Description& description, const LoopEnd& at, Random& random) {
  const Transform<double> place{random.rotation(), random.vector(0.3)};
  const std::string name = "sensor " + std::to_string(description.bodies.size());
  description.bodies.push_back({.name = name,
                                .parent = at.body,
                                .placement = place,
                                .joint = {.name = "mount of " + name},
                                .inertial = {0.3, random.vector(0.1), {0.01, 0, 0, 0.02, 0, 0.015}}});
  return {name, inverse(place) * at.placement};
}

}  // namespace sinew::test
