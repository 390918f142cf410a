// Edits descriptions: adds a payload, removes bodies, locks joints, changes the base, moves the robot.
#include <algorithm>
#include <stdexcept>
#include <unordered_set>

#include "sinew/base/name_pool.hpp"
#include "sinew/model/description/named_positions.hpp"
#include "sinew/model/description/placement.hpp"

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

// Returns the pose of a joint's body at q relative to the body's `placement`, as the product of the joint's steps.
Transform<double> joint_pose(const Joint& joint, std::vector<double> q) {
  const auto unit = [](const Vector3<double>& v) { return (1 / norm(v)) * v; };
  const auto rotate = [&](const Vector3<double>& axis, double angle) {
    return Transform<double>{rotation_about(unit(axis), angle), {}};
  };
  const auto slide = [&](const Vector3<double>& axis, double displacement) {
    return Transform<double>{{}, displacement * unit(axis)};
  };
  switch (joint.kind) {
    case JointKind::fixed:
      return {};
    case JointKind::revolute:
    case JointKind::continuous:
      return rotate(joint.axis, q[0]);
    case JointKind::prismatic:
      return slide(joint.axis, q[0]);
    case JointKind::helical:
      return rotate(joint.axis, q[0]) * slide(joint.axis, joint.pitch * q[0]);
    case JointKind::cylindrical:
      return rotate(joint.axis, q[0]) * slide(joint.axis, q[1]);
    case JointKind::universal:
      return rotate(joint.axis, q[0]) * rotate(joint.axis2, q[1]);
    case JointKind::planar: {
      const PlaneDirections plane = plane_directions(unit(joint.axis));
      return slide(plane.first, q[0]) * slide(plane.second, q[1]) * rotate(joint.axis, q[2]);
    }
    case JointKind::spherical:
      return {rotation_from_quaternion(q[0], q[1], q[2], q[3]), {}};
    case JointKind::floating:
      return {rotation_from_quaternion(q[3], q[4], q[5], q[6]), {q[0], q[1], q[2]}};
    case JointKind::custom: {
      JointMotion motion;
      const std::vector<double> rest(q.size(), 0.0);
      joint.custom->evaluate(q, rest, motion);
      return motion.pose;
    }
  }
  return {};
}

std::vector<double> initial_position(const Joint& joint) {
  if (!joint.initial.empty()) return joint.initial;
  const int size = joint.kind == JointKind::custom ? joint.custom->dofs() : position_size(joint.kind);
  std::vector<double> q(std::size_t(size), 0.0);
  if (joint.kind == JointKind::spherical) q[0] = 1;
  if (joint.kind == JointKind::floating) q[3] = 1;
  return q;
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
  drop_lost_joints(description);
  return description;
}

Description with_locked_joints(Description description, std::span<const LockedJoint> locked) {
  for (const LockedJoint& lock : locked) {
    const std::string& name = lock.joint;
    const std::vector<double>& q = lock.q;
    Body& body = find_joint(description, name);
    const std::vector<double> rest = initial_position(body.joint);
    if (!q.empty() && q.size() != rest.size()) {
      throw std::invalid_argument("joint '" + name + "' is locked at " + std::to_string(q.size()) +
                                  " numbers, expected " + std::to_string(rest.size()));
    }
    const std::vector<double>& held = q.empty() ? rest : q;
    std::erase_if(description.couplings, [&](const Coupling& coupling) { return coupling.joint == name; });
    for (Coupling& coupling : description.couplings) {
      if (coupling.leader != name) continue;
      const auto& [c0, c1, c2, c3, c4] = coupling.polynomial;
      const double x = held[0];
      coupling.polynomial = {c0 + x * (c1 + x * (c2 + x * (c3 + x * c4))), 0, 0, 0, 0};
      coupling.leader.clear();
    }
    fix(body, held);
  }
  drop_lost_joints(description);
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
    if (body.parent.empty() && body.joint.kind == JointKind::floating)
      fix(body, initial_position(body.joint));
  }
  drop_lost_joints(description);
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
  return description;
}

}  // namespace sinew
