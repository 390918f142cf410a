#include "sinew/io/internal/write/expressible.hpp"

#include "sinew/model/description/joint_pose.hpp"

namespace sinew::write {

DegreeOfFreedom dof_of(const Joint& joint, std::size_t i) {
  if (joint.dofs.empty()) return {};
  return joint.dofs[joint.dofs.size() == 1 ? 0 : i];
}

bool has_property(const DegreeOfFreedom& dof, Property property) {
  switch (property) {
    case Property::armature:
      return dof.armature != 0;
    case Property::damping:
      return dof.damping != 0;
    case Property::dry_friction:
      return dof.dry_friction != 0;
    case Property::spring:
      return dof.stiffness != 0;
    case Property::range:
      return dof.lower != -infinity || dof.upper != infinity;
    case Property::velocity_limit:
      return dof.max_velocity != infinity;
    case Property::effort_limit:
      return dof.max_effort != infinity;
    case Property::actuation:
      return dof.actuation != Interval{};
  }
  return false;
}

Poses::Poses(const Description& robot, At at) : poses_{{"", {}}} {
  std::unordered_map<std::string, const Body*> bodies;
  for (const Body& body : robot.bodies) bodies.emplace(body.name, &body);
  std::vector<const Body*> pending;
  for (const Body& start : robot.bodies) {
    for (const std::string* name = &start.name; !poses_.contains(*name);) {
      pending.push_back(bodies.at(*name));
      name = &pending.back()->parent;
    }
    for (; !pending.empty(); pending.pop_back()) {
      const Body& body = *pending.back();
      Joint joint = body.joint;
      if (at == At::zero && joint.kind != JointKind::floating) joint.initial.clear();
      poses_[body.name] = poses_.at(body.parent) * body.placement * joint_pose(joint, start_of(joint));
    }
  }
}

Description expressible(Description robot, const Features& to, const WriteOptions& options, Losses& losses) {
  if (Findings findings = validate(robot); findings.has_errors()) throw InvalidModel(std::move(findings));
  leave_out_drives(robot, losses);
  simplify_joints(robot, to, losses);
  simplify_properties(robot, to, losses);
  simplify_constraints(robot, to, losses);
  simplify_shapes(robot, to, options.folder, losses);
  if (to.format == RobotFormat::mjcf) simplify_inertias(robot, losses);
  simplify_names(robot, to, losses);
  return robot;
}

}  // namespace sinew::write
