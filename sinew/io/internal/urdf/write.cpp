// Writes a description as URDF. Numbers have the shortest form that reads back to the same bits.
#include <charconv>
#include <stdexcept>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/load.hpp"

namespace sinew {
namespace {

std::string text_of(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}
std::string text_of(const Vector3<double>& v) {
  return text_of(v.x) + " " + text_of(v.y) + " " + text_of(v.z);
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\t':
        result += "&#9;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\r':
        result += "&#13;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string attribute(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + escaped(value) + "\"";
}
template <class Number>
std::string attribute(const char* name, const Number& value) {
  return attribute(name, text_of(value));
}

std::string pose(const Transform<double>& placement) {
  const bool turned = placement.rotation != Rotation<double>{};
  return attribute("xyz", placement.translation) +
         (turned ? attribute("rpy", rpy_of(placement.rotation)) : "");
}
// Returns <origin>, or an empty string for the identity.
std::string origin(const Transform<double>& placement, const std::string& indent) {
  return placement == Transform<double>{} ? "" : indent + "<origin" + pose(placement) + "/>\n";
}

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("write_urdf: " + what);
}

const char* type_of(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::fixed:
    case JointKind::revolute:
    case JointKind::continuous:
    case JointKind::prismatic:
    case JointKind::planar:
    case JointKind::floating:
      return name_of(joint.kind);
    default:
      refuse("joint '" + joint.name + "' is " + name_of(joint.kind) + "; URDF has no such joint");
  }
}

// URDF has only one <limit> and one <dynamics> for a joint, so all its degrees of freedom must be alike.
DegreeOfFreedom dof_of(const Joint& joint) {
  if (joint.dofs.empty()) return {};
  const DegreeOfFreedom& first = joint.dofs.front();
  for (const DegreeOfFreedom& other : joint.dofs) {
    if (other != first)
      refuse("joint '" + joint.name +
             "' has degrees of freedom with different properties; URDF has one <limit> and one <dynamics> "
             "for all");
  }
  return first;
}

std::string limit(const Joint& joint, const DegreeOfFreedom& dof) {
  const DegreeOfFreedom none;
  const bool ranged = joint.kind == JointKind::revolute || joint.kind == JointKind::prismatic;
  if (ranged || joint.kind == JointKind::continuous) {
    if (!ranged && dof.max_effort == infinity && dof.max_velocity == infinity) return {};
    return "    <limit" + (ranged ? attribute("lower", dof.lower) + attribute("upper", dof.upper) : "") +
           attribute("effort", dof.max_effort) + attribute("velocity", dof.max_velocity) + "/>\n";
  }
  if (dof.lower != none.lower || dof.upper != none.upper || dof.max_effort != none.max_effort ||
      dof.max_velocity != none.max_velocity) {
    refuse("joint '" + joint.name + "' is " + name_of(joint.kind) +
           " and has limits; URDF cannot give it any");
  }
  return {};
}

std::string dynamics(const DegreeOfFreedom& dof) {
  if (dof.damping == 0 && dof.dry_friction == 0 && dof.armature == 0) return {};
  return "    <dynamics" + attribute("damping", dof.damping) + attribute("friction", dof.dry_friction) +
         (dof.armature != 0 ? attribute("armature", dof.armature) : "") + "/>\n";
}

// Writes the spring of a joint in Gazebo's extension.
std::string spring(const Joint& joint, const std::string& name) {
  if (joint.kind == JointKind::fixed) return {};
  const DegreeOfFreedom dof = dof_of(joint);
  if (dof.stiffness == 0) return {};
  if (velocity_size(joint.kind) != 1)
    refuse("joint '" + joint.name + "' is " + name_of(joint.kind) +
           " and has a spring; URDF cannot give it one");
  return "  <gazebo" + attribute("reference", name) + ">\n    <springStiffness" +
         attribute("value", dof.stiffness) + "/>\n    <springReference" +
         attribute("value", dof.rest_position) + "/>\n  </gazebo>\n";
}

std::string written(const Joint& joint, const std::string& name, const std::string& parent,
                    const std::string& child, const Transform<double>& placement) {
  std::string text = "  <joint" + attribute("name", name) + attribute("type", std::string(type_of(joint))) +
                     ">\n" + origin(placement, "    ") + "    <parent" + attribute("link", parent) +
                     "/>\n    <child" + attribute("link", child) + "/>\n";
  if (joint.kind != JointKind::fixed) {
    if (joint.kind != JointKind::floating) text += "    <axis" + attribute("xyz", joint.axis) + "/>\n";
    const DegreeOfFreedom dof = dof_of(joint);
    text += limit(joint, dof) + dynamics(dof);
  }
  if (joint.mimic) {
    text += "    <mimic" + attribute("joint", joint.mimic->joint) +
            attribute("multiplier", joint.mimic->multiplier) + attribute("offset", joint.mimic->offset) +
            "/>\n";
  }
  return text + "  </joint>\n";
}

std::string geometry(const Shape& shape, const std::string& body) {
  const auto radius_and_length = attribute("radius", shape.size.x) + attribute("length", shape.size.y);
  switch (shape.kind) {
    case Shape::Kind::box:
      return "box" + attribute("size", shape.size);
    case Shape::Kind::sphere:
      return "sphere" + attribute("radius", shape.size.x);
    case Shape::Kind::cylinder:
      return "cylinder" + radius_and_length;
    case Shape::Kind::capsule:
      return "capsule" + radius_and_length;
    case Shape::Kind::mesh:
      return "mesh" + attribute("filename", shape.mesh) + attribute("scale", shape.size);
    case Shape::Kind::ellipsoid:
      refuse("body '" + body + "' has an ellipsoid; URDF has no such shape");
    case Shape::Kind::plane:
      refuse("body '" + body + "' has a plane; URDF has no such shape");
  }
  return {};
}

std::string written(const Shape& shape, const std::string& body) {
  const std::string tag = shape.role == Shape::Role::visual ? "visual" : "collision";
  std::string text = "    <" + tag + (shape.name.empty() ? "" : attribute("name", shape.name)) + ">\n" +
                     origin(shape.placement, "      ") + "      <geometry><" + geometry(shape, body) +
                     "/></geometry>\n";
  if (shape.color && shape.role == Shape::Role::visual) {
    const auto& [red, green, blue, alpha] = *shape.color;
    text += "      <material name=\"\"><color" +
            attribute("rgba", text_of({red, green, blue}) + " " + text_of(alpha)) + "/></material>\n";
  }
  return text + "    </" + tag + ">\n";
}

std::string written(const Inertial& inertial) {
  if (inertial.mass == 0 && inertial.inertia == Symmetric3<double>{}) return {};
  const auto& i = inertial.inertia;
  return "    <inertial>\n" + origin({{}, inertial.com}, "      ") + "      <mass" +
         attribute("value", inertial.mass) + "/>\n      <inertia" + attribute("ixx", i.xx) +
         attribute("ixy", i.xy) + attribute("ixz", i.xz) + attribute("iyy", i.yy) + attribute("iyz", i.yz) +
         attribute("izz", i.zz) + "/>\n    </inertial>\n";
}

std::string link(const std::string& name, const std::string& content) {
  return "  <link" + attribute("name", name) + (content.empty() ? "/>\n" : ">\n" + content + "  </link>\n");
}

std::string written(const LoopEnd& end, const char* tag) {
  return std::string("    <") + tag + (end.body.empty() ? "" : attribute("link", end.body)) +
         pose(end.placement) + "/>\n";
}

std::string written(const Loop& loop) {
  const auto& [kind, distance, directions] = loop.connection;
  std::string text = "  <loop_joint" + attribute("name", loop.name) +
                     attribute("type", std::string(name_of(kind))) +
                     (kind == ConnectionKind::distance ? attribute("distance", distance) : "") + ">\n" +
                     written(loop.first, "link1") + written(loop.second, "link2");
  if (kind != ConnectionKind::directions) return text + "  </loop_joint>\n";
  for (const Force<double>& f : directions) {
    text += "    <direction" + attribute("moment", f.angular) + attribute("force", f.linear) + "/>\n";
  }
  return text + "  </loop_joint>\n";
}

std::string written(const Coupling& coupling) {
  const auto& c = coupling.polynomial;
  std::string polynomial = text_of(c[0]);
  if (!coupling.leader.empty()) {
    for (std::size_t i = 1; i < c.size(); ++i) polynomial += " " + text_of(c[i]);
  }
  return "  <joint_coupling" + attribute("name", coupling.name) + attribute("joint", coupling.joint) +
         (coupling.leader.empty() ? "" : attribute("leader", coupling.leader)) +
         attribute("polynomial", polynomial) + "/>\n";
}

// Returns the body that can be the root link: the only thing on the ground, and fixed at its origin. Returns null if
// there is none.
const Body* plain_root(const Description& description) {
  const Body* root = nullptr;
  for (const Body& body : description.bodies) {
    if (!body.parent.empty()) continue;
    if (root != nullptr) return nullptr;
    root = &body;
  }
  for (const Frame& frame : description.frames) {
    if (frame.body.empty()) return nullptr;
  }
  const bool plain =
      root != nullptr && root->joint.kind == JointKind::fixed && root->placement == Transform<double>{};
  return plain ? root : nullptr;
}

}  // namespace

std::string write_urdf(const Description& description) {
  NamePool links, joints;
  for (const Body& body : description.bodies) {
    links.take(body.name);
    joints.take(body.joint.name);
  }
  for (const Frame& frame : description.frames) links.take(frame.name);

  std::string text = "<?xml version=\"1.0\"?>\n<robot" + attribute("name", description.name) + ">\n";
  const Body* const root = plain_root(description);
  std::string world;  // name of the added root link; empty if a body is the root
  if (root == nullptr) text += link(world = links.unique("world"), "");
  const auto parent_of = [&](const std::string& name) { return name.empty() ? world : name; };
  for (const Body& body : description.bodies) {
    if (body.gravity_compensation != 0)
      refuse("body '" + body.name + "' has gravity compensation; URDF cannot give it any");
    std::string content = written(body.inertial);
    for (const Shape& shape : body.shapes) content += written(shape, body.name);
    text += link(body.name, content);
    if (&body == root) continue;
    const std::string name = body.joint.name.empty() ? joints.unique(body.name + "_joint") : body.joint.name;
    text += written(body.joint, name, parent_of(body.parent), body.name, body.placement);
    text += spring(body.joint, name);
  }
  // A frame becomes a link without mass on a fixed joint.
  for (const Frame& frame : description.frames) {
    text += link(frame.name, "") + written(Joint{}, joints.unique(frame.name + "_joint"),
                                           parent_of(frame.body), frame.name, frame.placement);
  }
  for (const Tendon& tendon : description.tendons)
    refuse("tendon '" + tendon.name + "'; URDF has no tendons");
  for (const Loop& loop : description.loops) text += written(loop);
  for (const Coupling& coupling : description.couplings) text += written(coupling);
  return text + "</robot>\n";
}

}  // namespace sinew
