#include "sinew/model/description/joint_pose.hpp"

namespace sinew {

Transform<double> joint_pose(const Joint& joint, const std::vector<double>& q) {
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

std::vector<double> start_of(const Joint& joint) {
  if (!joint.initial.empty()) return joint.initial;
  const int size = joint.kind == JointKind::custom ? joint.custom->dofs() : position_size(joint.kind);
  std::vector<double> q(std::size_t(size), 0.0);
  if (joint.kind == JointKind::spherical) q[0] = 1;
  if (joint.kind == JointKind::floating) q[3] = 1;
  return q;
}

}  // namespace sinew
