#include "tests/support/mjcf_writer.hpp"

#include <cstdio>
#include <initializer_list>
#include <stdexcept>

#include "tests/support/decompositions.hpp"
#include "tests/support/dense_joint.hpp"

namespace sinew::test {

namespace {

std::string numbers(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.17g ", value);
    text += buffer;
  }
  return text;
}

std::string attribute(const char* name, std::initializer_list<double> values) {
  return std::string(" ") + name + "=\"" + numbers(values) + "\"";
}

std::string joint_element(const char* type, const Vector3<double>& axis, const Joint& joint,
                          std::size_t dof) {
  const auto& dofs = joint.dofs;
  const double armature = dofs.empty() ? 0 : dofs[dofs.size() == 1 ? 0 : dof].armature;
  return std::string("<joint type=\"") + type + "\"" + attribute("axis", {axis.x, axis.y, axis.z}) +
         attribute("armature", {armature}) + "/>\n";
}

std::string joint_elements(const Body& body) {
  const Joint& joint = body.joint;
  switch (joint.kind) {
    case JointKind::fixed:
      return "";
    case JointKind::revolute:
    case JointKind::continuous:
      return joint_element("hinge", joint.axis, joint, 0);
    case JointKind::prismatic:
      return joint_element("slide", joint.axis, joint, 0);
    case JointKind::cylindrical:
      return joint_element("hinge", joint.axis, joint, 0) + joint_element("slide", joint.axis, joint, 1);
    case JointKind::universal:
      return joint_element("hinge", joint.axis, joint, 0) + joint_element("hinge", joint.axis2, joint, 1);
    case JointKind::planar: {
      const PlaneDirections plane = plane_directions((1 / norm(joint.axis)) * joint.axis);
      return joint_element("slide", plane.first, joint, 0) + joint_element("slide", plane.second, joint, 1) +
             joint_element("hinge", joint.axis, joint, 2);
    }
    case JointKind::spherical:
      return joint_element("ball", {0, 0, 1}, joint, 0);
    case JointKind::floating:
      if (!body.parent.empty()) break;
      return "<freejoint/>\n";
    case JointKind::helical:
    case JointKind::custom:
      break;
  }
  throw std::invalid_argument("MJCF has no joint like '" + joint.name + "'");
}

// MuJoCo converts a full inertia to principal moments with errors of 1e-8; these are more accurate.
std::string principal_inertia(const Symmetric3<double>& inertia) {
  const EigenSystem system = eigen_system(to_dense<double>(inertia));
  const VectorXd& moments = system.values;
  MatrixXd axes = system.vectors;
  if (axes.determinant() < 0) axes.col(0) *= -1;
  const auto row = [&](int i) { return Vector3<double>{axes(i, 0), axes(i, 1), axes(i, 2)}; };
  const auto [w, x, y, z] = quaternion_of(Rotation<double>{row(0), row(1), row(2)});
  return attribute("diaginertia", {moments[0], moments[1], moments[2]}) + attribute("quat", {w, x, y, z});
}

std::string children_of(const Description& description, const std::string& parent) {
  std::string text;
  for (const Body& body : description.bodies) {
    if (body.parent != parent) continue;
    const Vector3<double>& p = body.placement.translation;
    const auto [w, x, y, z] = quaternion_of(body.placement.rotation);
    text += "<body" + attribute("pos", {p.x, p.y, p.z}) + attribute("quat", {w, x, y, z}) + ">\n";
    text += joint_elements(body);
    const auto& [mass, com, i] = body.inertial;
    if (mass > 0) {
      text += "<inertial" + attribute("mass", {mass}) + attribute("pos", {com.x, com.y, com.z}) +
              principal_inertia(i) + "/>\n";
    }
    text += children_of(description, body.name) + "</body>\n";
  }
  return text;
}

}  // namespace

std::string to_mjcf(const Description& description) {
  const Vector3<double>& g = description.gravity;
  return "<mujoco>\n<compiler angle=\"radian\" balanceinertia=\"false\"/>\n<option" +
         attribute("gravity", {g.x, g.y, g.z}) +
         "><flag contact=\"disable\" constraint=\"disable\"/></option>\n<worldbody>\n" +
         children_of(description, "") + "</worldbody>\n</mujoco>\n";
}

}  // namespace sinew::test
