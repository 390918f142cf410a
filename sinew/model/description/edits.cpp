// Edits descriptions: adds a payload, removes bodies, locks joints, changes the base, moves the robot.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/name_pool.hpp"
#include "sinew/model/description/internal/rules.hpp"
#include "sinew/model/description/joint_pose.hpp"
#include "sinew/model/description/named_positions.hpp"
#include "sinew/model/description/placement.hpp"
#include "sinew/model/description/tendon_rules.hpp"

namespace sinew {
namespace {

Body& find_body(Description& description, const std::string& name) {
  const auto it = std::find_if(description.bodies.begin(), description.bodies.end(),
                               [&](const Body& body) { return body.name == name; });
  if (it == description.bodies.end()) {
    throw std::invalid_argument("no body '" + name + "' in robot '" + description.name + "'");
  }
  return *it;
}

Body& find_joint(Description& description, const std::string& name) {
  const auto it = std::find_if(description.bodies.begin(), description.bodies.end(), [&](const Body& body) {
    return body.joint.name == name && body.joint.kind != JointKind::fixed;
  });
  if (it == description.bodies.end()) {
    throw std::invalid_argument("no moving joint '" + name + "' in robot '" + description.name + "'");
  }
  return *it;
}

NamePool joint_names(const Description& description) {
  NamePool names;
  for (const Body& body : description.bodies) names.take(body.joint.name);
  return names;
}

void fix(Body& body, const std::vector<double>& q) {
  body.placement = body.placement * joint_pose(body.joint, q);
  body.joint = {.name = body.joint.name, .kind = JointKind::fixed};
}

// Makes couplings whose leader is the joint, at x, lock their joints where it puts them.
void lock_followers_of(const std::string& joint, double x, Description& description) {
  for (Coupling& coupling : description.couplings) {
    if (coupling.leader != joint) continue;
    const auto& [c0, c1, c2, c3, c4] = coupling.polynomial;
    coupling.polynomial = {c0 + x * (c1 + x * (c2 + x * (c3 + x * c4))), 0, 0, 0, 0};
    coupling.leader.clear();
  }
}

}  // namespace

Description with_payload(Description description, const Payload& payload) {
  if (!payload.body.empty()) find_body(description, payload.body);
  const std::string mount = joint_names(description).unique(payload.name + "_mount");
  description.bodies.push_back({.name = payload.name,
                                .parent = payload.body,
                                .placement = payload.placement,
                                .joint = {.name = mount},
                                .inertial = payload.inertial});
  return description;
}

Description without_body(Description description, const std::string& body) {
  find_body(description, body);
  std::unordered_set<std::string> gone{body};
  for (bool grown = true; grown;) {
    grown = false;
    for (const Body& other : description.bodies) {
      if (gone.contains(other.parent) && gone.insert(other.name).second) grown = true;
    }
  }
  std::unordered_set<std::string> joints;
  for (const Body& other : description.bodies) {
    if (gone.contains(other.name) && !other.joint.name.empty()) joints.insert(other.joint.name);
  }
  std::erase_if(description.bodies, [&](const Body& other) { return gone.contains(other.name); });
  std::erase_if(description.frames, [&](const Frame& frame) { return gone.contains(frame.body); });
  std::erase_if(description.loops, [&](const Loop& loop) {
    return gone.contains(loop.first.body) || gone.contains(loop.second.body);
  });
  std::erase_if(description.couplings, [&](const Coupling& coupling) {
    return joints.contains(coupling.joint) || joints.contains(coupling.leader);
  });
  remove_tendons_of(description, gone, joints);
  detail::drop_lost_joints(description);
  drop_lost_actuators(description);
  return description;
}

Description with_locked_joints(Description description, std::span<const LockedJoint> locked) {
  std::unordered_map<std::string, double> positions;  // of locked joints with one coordinate
  for (const LockedJoint& lock : locked) {
    const std::string& name = lock.joint;
    const std::vector<double>& q = lock.q;
    Body& body = find_joint(description, name);
    const std::vector<double> rest = start_of(body.joint);
    if (!q.empty() && q.size() != rest.size()) {
      throw std::invalid_argument("joint '" + name + "' is locked at " + std::to_string(q.size()) +
                                  " numbers, expected " + std::to_string(rest.size()));
    }
    const std::vector<double>& held = q.empty() ? rest : q;
    std::erase_if(description.couplings, [&](const Coupling& coupling) { return coupling.joint == name; });
    lock_followers_of(name, held[0], description);
    if (held.size() == 1) lock_joint_of_tendons(description, name, held[0]);
    fix(body, held);
    if (held.size() == 1) positions[name] = held[0];
  }
  // Joints that mimic a locked one are locked where it puts them, and so are those that mimic these.
  for (bool grown = !positions.empty(); grown;) {
    grown = false;
    for (Body& body : description.bodies) {
      const std::optional<Mimic>& mimic = body.joint.mimic;
      if (!mimic || body.joint.kind == JointKind::fixed || !positions.contains(mimic->joint)) continue;
      const double position = mimic->multiplier * positions.at(mimic->joint) + mimic->offset;
      positions[body.joint.name] = position;
      lock_followers_of(body.joint.name, position, description);
      lock_joint_of_tendons(description, body.joint.name, position);
      fix(body, {position});
      grown = true;
    }
  }
  detail::drop_lost_joints(description);
  drop_lost_actuators(description);
  return description;
}

Description with_floating_base(Description description) {
  NamePool names = joint_names(description);
  for (Body& body : description.bodies) {
    if (!body.parent.empty() || body.joint.kind != JointKind::fixed) continue;
    body.joint = {.name = names.unique("floating_base"), .kind = JointKind::floating};
  }
  return description;
}

Description with_fixed_base(Description description) {
  for (Body& body : description.bodies) {
    if (body.parent.empty() && body.joint.kind == JointKind::floating) fix(body, start_of(body.joint));
  }
  detail::drop_lost_joints(description);
  drop_lost_actuators(description);
  return description;
}

Description with_placement(Description description, const Transform<double>& placement) {
  const auto move = [&](auto& fixed) { fixed.placement = placement * fixed.placement; };
  for (Body& body : description.bodies) {
    if (body.parent.empty()) move(body);
  }
  for (Frame& frame : description.frames) {
    if (frame.body.empty()) move(frame);
  }
  for (Loop& loop : description.loops) {
    if (loop.first.body.empty()) move(loop.first);
    if (loop.second.body.empty()) move(loop.second);
  }
  for (Tendon& tendon : description.tendons) {
    for_each_end(tendon, [&](LoopEnd& end) {
      if (end.body.empty()) move(end);
    });
  }
  const auto move_end = [&](LoopEnd& end) {
    if (end.body.empty()) move(end);
  };
  for (Actuator& actuator : description.actuators) {
    move_end(actuator.transmission.site);
    if (actuator.transmission.reference) move_end(*actuator.transmission.reference);
  }
  for (Sensor& sensor : description.sensors) {
    move_end(sensor.frame);
    if (sensor.reference) move_end(*sensor.reference);
  }
  return description;
}

}  // namespace sinew
