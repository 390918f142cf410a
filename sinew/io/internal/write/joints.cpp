// Replaces the joints that a format does not have: a joint with several degrees of freedom becomes a sequence of joints
// with one, with massless bodies in between; floating joints are moved to the ground; user-defined joints are fixed.
#include <algorithm>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/write/expressible.hpp"
#include "sinew/model/description/joint_pose.hpp"

namespace sinew::write {
namespace {

// A joint with one degree of freedom, which replaces a part of another joint.
struct Part {
  std::string suffix;  // of its name
  JointKind kind;
  Vector3<double> axis;
  DegreeOfFreedom dof;
};

bool is_limited(const DegreeOfFreedom& dof) {
  return has_property(dof, Property::range);
}

Part hinge(const std::string& suffix, const Vector3<double>& axis, const DegreeOfFreedom& dof) {
  return {suffix, is_limited(dof) ? JointKind::revolute : JointKind::continuous, axis, dof};
}
Part slide(const std::string& suffix, const Vector3<double>& axis, const DegreeOfFreedom& dof) {
  return {suffix, JointKind::prismatic, axis, dof};
}

// The parts follow each other from the parent to the body. The first part of a helical joint keeps its name.
std::vector<Part> parts_of(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::helical:
      return {hinge("", joint.axis, dof_of(joint)), slide("_slide", joint.axis, {})};
    case JointKind::cylindrical:
      return {hinge("_rotation", joint.axis, dof_of(joint, 0)),
              slide("_slide", joint.axis, dof_of(joint, 1))};
    case JointKind::universal:
      return {hinge("_1", joint.axis, dof_of(joint, 0)), hinge("_2", joint.axis2, dof_of(joint, 1))};
    case JointKind::planar: {
      const PlaneDirections plane = plane_directions((1 / norm(joint.axis)) * joint.axis);
      return {slide("_1", plane.first, dof_of(joint, 0)), slide("_2", plane.second, dof_of(joint, 1)),
              hinge("_rotation", joint.axis, dof_of(joint, 2))};
    }
    case JointKind::spherical:
      return {hinge("_z", {0, 0, 1}, dof_of(joint, 2)), hinge("_y", {0, 1, 0}, dof_of(joint, 1)),
              hinge("_x", {1, 0, 0}, dof_of(joint, 0))};
    default:
      return {};
  }
}

const char* in_words(JointKind kind) {
  switch (kind) {
    case JointKind::helical:
      return "each becomes a hinge and a slide that follows it";
    case JointKind::cylindrical:
      return "each becomes a hinge and a slide";
    case JointKind::universal:
      return "each becomes two hinges";
    case JointKind::planar:
      return "each becomes two slides and a hinge";
    default:
      return "each becomes three hinges about z, y and x, which are singular where the second is at 90 "
             "degrees";
  }
}

// Returns the positions of the parts at position q of the whole joint.
std::vector<double> positions_of_parts(const Joint& joint, const std::vector<double>& q) {
  if (joint.kind == JointKind::helical) return {q[0], joint.pitch * q[0]};
  if (joint.kind != JointKind::spherical) return q;
  const Vector3<double> rpy = rpy_of(rotation_from_quaternion(q[0], q[1], q[2], q[3]));
  return {rpy.z, rpy.y, rpy.x};
}

class JointSimplifier {
 public:
  JointSimplifier(Description& robot, const Features& to, Losses& losses)
      : robot_(robot), to_(to), losses_(losses) {}

  void run() {
    fix_custom_joints();
    for (const Body& body : robot_.bodies) {
      body_names_.take(body.name);
      joint_names_.take(body.joint.name);
    }
    for (const Frame& frame : robot_.frames) body_names_.take(frame.name);
    if (!to_.floats_on_bodies) move_floating_joints();
    std::vector<Body> bodies;
    for (Body& body : robot_.bodies) {
      if (must_be_split(body.joint)) split(body, bodies);
      bodies.push_back(std::move(body));
    }
    robot_.bodies = std::move(bodies);
  }

 private:
  void fix_custom_joints() {
    std::vector<LockedJoint> locked;
    for (Body& body : robot_.bodies) {
      if (body.joint.kind == JointKind::fixed) body.joint.mimic.reset();  // without effect
      if (body.joint.kind != JointKind::custom) continue;
      locked.push_back({.joint = body.joint.name});
      losses_.add(body.source, "no format has user-defined joints; they are fixed where they start",
                  body.joint.name);
    }
    if (!locked.empty()) robot_ = with_locked_joints(std::move(robot_), locked);
  }

  // A floating joint on a body is moved to the ground. Its coordinates become the pose in the world.
  void move_floating_joints() {
    const Poses poses(robot_, Poses::At::start);
    for (Body& body : robot_.bodies) {
      if (body.joint.kind != JointKind::floating) continue;
      if (body.parent.empty() && body.placement == Transform<double>{}) continue;
      losses_.add(body.source,
                  std::string(to_.name) +
                      " has floating joints on the ground only; these are moved to the ground, and their "
                      "positions are poses in the world",
                  body.joint.name);
      const Transform<double> base = poses.of(body.parent) * body.placement;
      const auto in_world = [&](const std::vector<double>& q) -> std::vector<double> {
        const auto [rotation, p] = base * joint_pose(body.joint, q);
        const Quaternion<double> r = quaternion_of(rotation);
        return {p.x, p.y, p.z, r.w, r.x, r.y, r.z};
      };
      for (NamedPosition& position : robot_.named_positions) {
        for (auto& [joint, q] : position.joints) {
          if (joint == body.joint.name) q = in_world(q);
        }
      }
      body.joint.initial = in_world(start_of(body.joint));
      body.parent.clear();
      body.placement = {};
    }
  }

  // URDF's planar joints have only the properties that all their degrees of freedom share.
  bool must_be_split(const Joint& joint) const {
    if (!to_.has(joint.kind)) return true;
    if (joint.kind != JointKind::planar) return false;
    for (std::size_t i = 0; i < 3; ++i) {
      const DegreeOfFreedom dof = dof_of(joint, i);
      if (dof != dof_of(joint)) return true;
      for (const Property property :
           {Property::spring, Property::range, Property::velocity_limit, Property::effort_limit}) {
        if (has_property(dof, property)) return true;
      }
    }
    return false;
  }

  // Adds a massless body for every part but the last, which becomes the joint of the body itself.
  void split(Body& body, std::vector<Body>& bodies) {
    const Joint whole = body.joint;
    losses_.add(body.source,
                std::string(to_.name) +
                    (to_.has(whole.kind) ? " has one set of properties for the degrees of freedom of a "
                                         : " has no ") +
                    name_of(whole.kind) + (to_.has(whole.kind) ? " joint; " : " joints; ") +
                    in_words(whole.kind),
                whole.name);
    const std::vector<Part> parts = parts_of(whole);
    const auto start = positions_of_parts(whole, start_of(whole));
    std::vector<std::string> names;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto& [suffix, kind, axis, dof] = parts[i];
      names.push_back(suffix.empty() ? whole.name : joint_names_.unique(whole.name + suffix));
      Joint joint{.name = names.back(), .kind = kind, .axis = axis, .dofs = {dof}};
      if (!whole.initial.empty()) joint.initial = {start[i]};
      if (whole.kind == JointKind::spherical) joint.dofs[0].rest_position = start[i];
      if (whole.kind == JointKind::helical)
        joint.mimic = i == 0 ? whole.mimic : Mimic{names[0], whole.pitch, 0};
      if (i + 1 == parts.size()) {
        body.joint = std::move(joint);
        break;
      }
      const std::string carrier = body_names_.unique(names.back());
      bodies.push_back({.name = carrier,
                        .parent = body.parent,
                        .placement = body.placement,
                        .joint = std::move(joint),
                        .source = body.source});
      body.parent = carrier;
      body.placement = {};
    }
    split_named_positions(whole, names);
  }

  void split_named_positions(const Joint& whole, const std::vector<std::string>& names) {
    for (NamedPosition& position : robot_.named_positions) {
      const auto at = std::find_if(position.joints.begin(), position.joints.end(),
                                   [&](const auto& joint) { return joint.first == whole.name; });
      if (at == position.joints.end()) continue;
      const auto q = positions_of_parts(whole, at->second);
      const auto place = position.joints.erase(at) - position.joints.begin();
      for (std::size_t i = names.size(); i-- > 0;) {
        position.joints.insert(position.joints.begin() + place, {names[i], std::vector<double>{q[i]}});
      }
    }
  }

  Description& robot_;
  const Features& to_;
  Losses& losses_;
  NamePool body_names_;  // bodies and frames
  NamePool joint_names_;
};

}  // namespace

void simplify_joints(Description& robot, const Features& to, Losses& losses) {
  JointSimplifier(robot, to, losses).run();
}

}  // namespace sinew::write
