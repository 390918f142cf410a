// Writes URDF: links and joints next to each other, in the order of the description.
//
// A root link "world" is added unless the only thing on the ground is one body that is fixed at the ground's origin. Named
// frames become links without mass. Armature is an attribute of <dynamics> that only sinew reads; springs are written in
// Gazebo's element, loops and couplings as <loop_joint> and <joint_coupling> (docs/urdf.md).
#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/text/xml_text.hpp"
#include "sinew/io/internal/write/expressible.hpp"
#include "sinew/io/internal/write/srdf.hpp"

namespace sinew::write {
namespace {

using xml::attribute;

class UrdfText {
 public:
  UrdfText(const Description& robot, const std::string& comment, Losses& losses)
      : robot_(robot), losses_(losses), text_(comment) {
    for (const Body& body : robot.bodies) {
      links_.take(body.name);
      joints_.take(body.joint.name);
    }
    for (const Frame& frame : robot.frames) links_.take(frame.name);
  }

  std::string write() {
    text_.open("robot", attribute("name", robot_.name));
    const Body* const root = plain_root();
    if (root == nullptr) {
      losses_.add(robot_.source, "URDF has one root link; a link without mass is added on the ground");
      text_.leaf("link", attribute("name", world_ = links_.unique("world")));
    }
    for (const Body& body : robot_.bodies) {
      write_link(body);
      if (&body != root) {
        Joint joint = body.joint;
        if (joint.name.empty()) joint.name = joints_.unique(body.name + "_joint");
        write_joint(joint, parent_of(body.parent), body.name, body.placement);
        write_spring(joint);
      } else if (!body.joint.name.empty()) {
        losses_.add(body.source, "URDF has no joint of the root link", body.joint.name);
      }
    }
    for (const Frame& frame : robot_.frames) {
      losses_.add(frame.source, "URDF has no frames; they become links without mass", frame.name);
      text_.leaf("link", attribute("name", frame.name));
      write_joint({.name = joints_.unique(frame.name + "_joint")}, parent_of(frame.body), frame.name,
                  frame.placement);
    }
    for (const Loop& loop : robot_.loops) write_loop(loop);
    for (const Coupling& coupling : robot_.couplings) write_coupling(coupling);
    text_.close();
    return text_.take();
  }

 private:
  // Returns the body that can be the root link: the only thing on the ground, and fixed at its origin. Returns null if
  // there is none.
  const Body* plain_root() const {
    const Body* root = nullptr;
    for (const Body& body : robot_.bodies) {
      if (!body.parent.empty()) continue;
      if (root != nullptr) return nullptr;
      root = &body;
    }
    for (const Frame& frame : robot_.frames) {
      if (frame.body.empty()) return nullptr;
    }
    const bool plain =
        root != nullptr && root->joint.kind == JointKind::fixed && root->placement == Transform<double>{};
    return plain ? root : nullptr;
  }

  std::string parent_of(const std::string& name) const { return name.empty() ? world_ : name; }

  static std::string pose(const Transform<double>& placement) {
    const bool is_rotated = placement.rotation != Rotation<double>{};
    return attribute("xyz", placement.translation) +
           (is_rotated ? attribute("rpy", rpy_of(placement.rotation)) : "");
  }

  void write_origin(const Transform<double>& placement) {
    if (placement != Transform<double>{}) text_.leaf("origin", pose(placement));
  }

  void write_link(const Body& body) {
    const bool has_inertial = body.inertial.mass != 0 || body.inertial.inertia != Symmetric3<double>{};
    if (!has_inertial && body.shapes.empty()) return text_.leaf("link", attribute("name", body.name));
    text_.open("link", attribute("name", body.name));
    if (has_inertial) write_inertial(body.inertial);
    for (const Shape& shape : body.shapes) write_shape(shape);
    text_.close();
  }

  void write_inertial(const Inertial& inertial) {
    const auto& i = inertial.inertia;
    text_.open("inertial");
    write_origin({{}, inertial.com});
    text_.leaf("mass", attribute("value", inertial.mass));
    text_.leaf("inertia", attribute("ixx", i.xx) + attribute("ixy", i.xy) + attribute("ixz", i.xz) +
                              attribute("iyy", i.yy) + attribute("iyz", i.yz) + attribute("izz", i.zz));
    text_.close();
  }

  void write_shape(const Shape& shape) {
    const char* const tag = shape.role == Shape::Role::visual ? "visual" : "collision";
    text_.open(tag, shape.name.empty() ? "" : attribute("name", shape.name));
    write_origin(shape.placement);
    text_.open("geometry");
    write_geometry(shape);
    text_.close();
    if (shape.color) {
      const auto& [red, green, blue, alpha] = *shape.color;
      text_.open("material", attribute("name", ""));
      text_.leaf("color", attribute("rgba", {red, green, blue, alpha}));
      text_.close();
    }
    text_.close();
  }

  void write_geometry(const Shape& shape) {
    const auto radius = [&] { return attribute("radius", shape.size.x); };
    const auto length = [&] { return attribute("length", shape.size.y); };
    switch (shape.kind) {
      case Shape::Kind::box:
        return text_.leaf("box", attribute("size", shape.size));
      case Shape::Kind::sphere:
        return text_.leaf("sphere", radius());
      case Shape::Kind::cylinder:
        return text_.leaf("cylinder", radius() + length());
      case Shape::Kind::capsule:
        return text_.leaf("capsule", radius() + length());
      case Shape::Kind::mesh:
        return text_.leaf("mesh", attribute("filename", shape.mesh) + attribute("scale", shape.size));
      case Shape::Kind::ellipsoid:
      case Shape::Kind::plane:
        return;  // not in an expressible description
    }
  }

  void write_joint(const Joint& joint, const std::string& parent, const std::string& child,
                   const Transform<double>& placement) {
    text_.open("joint", attribute("name", joint.name) + attribute("type", name_of(joint.kind)));
    write_origin(placement);
    text_.leaf("parent", attribute("link", parent));
    text_.leaf("child", attribute("link", child));
    if (joint.kind != JointKind::fixed) {
      if (joint.kind != JointKind::floating) text_.leaf("axis", attribute("xyz", joint.axis));
      write_limit(joint);
      write_dynamics(dof_of(joint));
    }
    if (joint.mimic) {
      text_.leaf("mimic", attribute("joint", joint.mimic->joint) +
                              attribute("multiplier", joint.mimic->multiplier) +
                              attribute("offset", joint.mimic->offset));
    }
    text_.close();
  }

  void write_limit(const Joint& joint) {
    if (velocity_size(joint.kind) != 1) return;
    const DegreeOfFreedom dof = dof_of(joint);
    const bool ranged = joint.kind != JointKind::continuous;
    if (!ranged && !has_property(dof, Property::effort_limit) && !has_property(dof, Property::velocity_limit))
      return;
    text_.leaf("limit", (ranged ? attribute("lower", dof.lower) + attribute("upper", dof.upper) : "") +
                            attribute("effort", dof.max_effort) + attribute("velocity", dof.max_velocity));
  }

  void write_dynamics(const DegreeOfFreedom& dof) {
    if (dof.damping == 0 && dof.dry_friction == 0 && dof.armature == 0) return;
    text_.leaf("dynamics", attribute("damping", dof.damping) + attribute("friction", dof.dry_friction) +
                               (dof.armature != 0 ? attribute("armature", dof.armature) : ""));
  }

  void write_spring(const Joint& joint) {
    const DegreeOfFreedom dof = dof_of(joint);
    if (joint.kind == JointKind::fixed || dof.stiffness == 0) return;
    text_.open("gazebo", attribute("reference", joint.name));
    text_.leaf("springStiffness", attribute("value", dof.stiffness));
    text_.leaf("springReference", attribute("value", dof.rest_position));
    text_.close();
  }

  void write_loop(const Loop& loop) {
    const auto& [kind, distance, directions] = loop.connection;
    text_.open("loop_joint", attribute("name", loop.name) + attribute("type", name_of(kind)) +
                                 (kind == ConnectionKind::distance ? attribute("distance", distance) : ""));
    write_end(loop.first, "link1");
    write_end(loop.second, "link2");
    if (kind == ConnectionKind::directions) {
      for (const Force<double>& f : directions)
        text_.leaf("direction", attribute("moment", f.angular) + attribute("force", f.linear));
    }
    text_.close();
  }

  void write_end(const LoopEnd& end, const char* tag) {
    text_.leaf(tag, (end.body.empty() ? "" : attribute("link", end.body)) + pose(end.placement));
  }

  void write_coupling(const Coupling& coupling) {
    const auto& [c0, c1, c2, c3, c4] = coupling.polynomial;
    const bool follows = !coupling.leader.empty();
    text_.leaf("joint_coupling", attribute("name", coupling.name) + attribute("joint", coupling.joint) +
                                     (follows ? attribute("leader", coupling.leader) +
                                                    attribute("polynomial", {c0, c1, c2, c3, c4})
                                              : attribute("polynomial", c0)));
  }

  const Description& robot_;
  Losses& losses_;
  xml::TextBuilder text_;
  NamePool links_, joints_;
  std::string world_;  // name of the added root link; empty if a body is the root
};

}  // namespace
}  // namespace sinew::write

namespace sinew {

WrittenRobot write_urdf(const Description& description, const WriteOptions& options) {
  write::Losses losses;
  write::Features features = write::features_of(RobotFormat::urdf);
  features.named_positions = options.srdf;
  Description whole = description;
  if (options.srdf) write::list_initial_positions(whole);
  const Description robot = write::expressible(std::move(whole), features, options, losses);
  std::string text = write::UrdfText(robot, options.comment, losses).write();
  return {std::move(text), losses.findings(), write::srdf_text(robot, options.comment)};
}

}  // namespace sinew
