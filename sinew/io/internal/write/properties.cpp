// Leaves out the properties of joints, bodies and the robot that a format does not have.
#include "sinew/io/internal/write/expressible.hpp"
#include "sinew/model/description/joint_pose.hpp"

namespace sinew::write {
namespace {

constexpr Property all_properties[] = {Property::armature,     Property::damping,  Property::dry_friction,
                                       Property::spring,       Property::range,    Property::velocity_limit,
                                       Property::effort_limit, Property::actuation};

const char* plural_of(Property property) {
  switch (property) {
    case Property::armature:
      return "rotor inertias (armature)";
    case Property::damping:
      return "damping";
    case Property::dry_friction:
      return "dry friction";
    case Property::spring:
      return "springs";
    case Property::range:
      return "position limits";
    case Property::velocity_limit:
      return "velocity limits";
    case Property::effort_limit:
      return "effort limits";
    case Property::actuation:
      return "limits of the torques of actuators";
  }
  return "";
}

void reset(DegreeOfFreedom& dof, Property property) {
  const DegreeOfFreedom none;
  switch (property) {
    case Property::armature:
      dof.armature = none.armature;
      break;
    case Property::damping:
      dof.damping = none.damping;
      break;
    case Property::dry_friction:
      dof.dry_friction = none.dry_friction;
      break;
    case Property::spring:
      dof.stiffness = none.stiffness;
      dof.rest_position = none.rest_position;
      break;
    case Property::range:
      dof.lower = none.lower;
      dof.upper = none.upper;
      break;
    case Property::velocity_limit:
      dof.max_velocity = none.max_velocity;
      break;
    case Property::effort_limit:
      dof.max_effort = none.max_effort;
      break;
    case Property::actuation:
      dof.actuation = none.actuation;
      break;
  }
}

class PropertySimplifier {
 public:
  PropertySimplifier(const Features& to, Losses& losses) : to_(to), losses_(losses) {}

  void simplify(Body& body) const {
    Joint& joint = body.joint;
    if (joint.kind != JointKind::fixed) {
      if (shares_properties(joint)) share(body);
      for (DegreeOfFreedom& dof : joint.dofs) simplify(dof, body);
      if (joint.kind == JointKind::revolute && !has_property(dof_of(joint), Property::range) &&
          to_.format != RobotFormat::urdf) {
        joint.kind = JointKind::continuous;
        lose(body, "revolute joints without position limits become continuous", joint.name);
      }
      simplify_start(body);
    }
    const double compensated = body.gravity_compensation;
    const bool all_or_none = compensated == 0 || compensated == 1;
    if (to_.format == RobotFormat::urdf && compensated != 0) {
      lose(body, "URDF has no gravity compensation", body.name);
      body.gravity_compensation = 0;
    } else if (to_.format == RobotFormat::sdf && !all_or_none) {
      lose(body, "SDF compensates the weight of a body or does not; fractions are left out", body.name);
      body.gravity_compensation = 0;
    }
  }

 private:
  void lose(const Body& body, const std::string& what, const std::string& element) const {
    losses_.add(body.source, what, element);
  }

  // SDF has an axis with its own properties for each degree of freedom of a universal joint.
  static bool shares_properties(const Joint& joint) {
    return velocity_size(joint.kind) > 1 && joint.kind != JointKind::universal;
  }

  void share(Body& body) const {
    std::vector<DegreeOfFreedom>& dofs = body.joint.dofs;
    for (const DegreeOfFreedom& dof : dofs) {
      if (dof == dofs.front()) continue;
      lose(body,
           std::string(to_.name) +
               " has one set of properties for all degrees of freedom of a joint; those of the first are "
               "written",
           body.joint.name);
      break;
    }
    if (!dofs.empty()) dofs.resize(1);
  }

  void simplify(DegreeOfFreedom& dof, const Body& body) const {
    const Joint& joint = body.joint;
    const bool shared = shares_properties(joint);
    const Bits kept = shared ? to_.shared_properties : to_.properties;
    for (const Property property : all_properties) {
      if (!has_property(dof, property) || (kept & bit(property)) != 0) continue;
      lose(body,
           std::string(to_.name) + " has no " + plural_of(property) +
               (shared && (to_.properties & bit(property)) != 0 ? " of joints with several degrees of freedom"
                                                                : ""),
           joint.name);
      reset(dof, property);
    }
    if (joint.kind == JointKind::continuous && has_property(dof, Property::range)) {
      lose(body, "position limits of continuous joints are left out", joint.name);
      reset(dof, Property::range);
    }
    if (dof.stiffness < 0 && !to_.negative_springs) {
      lose(body, std::string(to_.name) + " has no springs of negative stiffness", joint.name);
      reset(dof, Property::spring);
    }
    if (dof.stiffness == 0 && dof.rest_position != 0 && to_.format == RobotFormat::urdf) {
      lose(body, "rest positions of joints without a spring are left out", joint.name);
      dof.rest_position = 0;
    }
    if (to_.format == RobotFormat::mjcf) simplify_limits_for_mjcf(dof, body);
  }

  void simplify_limits_for_mjcf(DegreeOfFreedom& dof, const Body& body) const {
    if (has_property(dof, Property::effort_limit)) {
      const bool taken = has_property(dof, Property::actuation);
      lose(body,
           std::string("MJCF limits the forces of actuators only; effort limits ") +
               (taken ? "give way to actuatorfrcrange" : "become actuatorfrcrange"),
           body.joint.name);
      if (taken) reset(dof, Property::effort_limit);
    }
    if (has_property(dof, Property::range) && dof.lower == dof.upper) {
      lose(body, "MJCF has no position limits that are equal", body.joint.name);
      reset(dof, Property::range);
    }
  }

  void simplify_start(Body& body) const {
    Joint& joint = body.joint;
    if (joint.initial.empty() || (to_.starts & bit(joint.kind)) != 0) return;
    Joint plain = joint;
    plain.initial.clear();
    if (joint.initial != start_of(plain)) {
      const bool some = to_.starts != 0;
      lose(body,
           std::string(to_.name) + " has no initial positions" +
               (some ? std::string(" of ") + name_of(joint.kind) + " joints" : ""),
           joint.name);
    }
    joint.initial.clear();
  }

  const Features& to_;
  Losses& losses_;
};

template <class Element>
void leave_out(std::vector<Element>& elements, const char* plural, Losses& losses) {
  for (const Element& element : elements)
    losses.add(element.source, std::string(plural) + " are not written", element.name);
  elements.clear();
}

}  // namespace

void leave_out_drives(Description& robot, Losses& losses) {
  leave_out(robot.sensors, "sensors", losses);
  leave_out(robot.actuators, "actuators and their controls", losses);
  leave_out(robot.tendons, "tendons", losses);
  for (NamedPosition& position : robot.named_positions) position.controls.clear();
}

void simplify_properties(Description& robot, const Features& to, Losses& losses) {
  const PropertySimplifier simplifier(to, losses);
  for (Body& body : robot.bodies) simplifier.simplify(body);
  if (!to.gravity && robot.gravity != Description{}.gravity) {
    losses.add(robot.source,
               std::string(to.name) + " has no gravity of a robot; the file is read with 0 0 -9.81");
    robot.gravity = Description{}.gravity;
  }
  if (to.named_positions) return;
  for (const NamedPosition& position : robot.named_positions) {
    losses.add(position.source, std::string(to.name) + " has no named positions", position.name);
  }
  robot.named_positions.clear();
}

}  // namespace sinew::write
