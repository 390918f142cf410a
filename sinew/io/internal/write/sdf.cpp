// Writes SDF: a model with its links, joints and frames, in the order of the description.
//
// The pose of a link is relative to the link that carries it, so that its numbers are those of the description. A
// massless body that only carries its joint at a distance from a link becomes the <pose> of that joint. Loops are joints
// marked must_be_loop_joint.
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/text/xml_text.hpp"
#include "sinew/io/internal/write/carriers.hpp"
#include "sinew/io/internal/write/expressible.hpp"
#include "sinew/model/description/joint_pose.hpp"

namespace sinew::write {
namespace {

using xml::attribute;

class SdfText {
 public:
  SdfText(const Description& robot, const std::string& comment) : robot_(robot), text_(comment) {
    const Carriers carriers(robot);
    for (const Body& body : robot.bodies) {
      if (const Body* const anchor = carriers.anchor_of(body))
        anchors_[&body] = anchor, hidden_.insert(anchor);
      has_mimic_ = has_mimic_ || body.joint.mimic;
      has_flat_screw_ = has_flat_screw_ || (body.joint.kind == JointKind::helical && body.joint.pitch == 0);
    }
  }

  std::string write() {
    text_.open("sdf", attribute("version", has_mimic_ ? "1.11" : has_flat_screw_ ? "1.10" : "1.9"));
    text_.open("model", attribute("name", robot_.name.empty() ? "robot" : robot_.name));
    for (const Body& body : robot_.bodies) {
      if (!hidden_.contains(&body)) write_link(body);
    }
    for (const Body& body : robot_.bodies) {
      if (!hidden_.contains(&body) && body.joint.kind != JointKind::floating) write_joint(body);
    }
    for (const Loop& loop : robot_.loops) write_loop(loop);
    for (const Frame& frame : robot_.frames) {
      text_.open("frame", attribute("name", frame.name) +
                              (frame.body.empty() ? "" : attribute("attached_to", frame.body)));
      write_pose(frame.placement);
      text_.close();
    }
    text_.close();
    text_.close();
    return text_.take();
  }

 private:
  // The body whose joint moves a link: the link itself or its anchor.
  const Body& moved_by(const Body& body) const {
    const auto found = anchors_.find(&body);
    return found == anchors_.end() ? body : *found->second;
  }

  static std::string text_of(const Transform<double>& placement) {
    const bool is_rotated = placement.rotation != Rotation<double>{};
    const Vector3<double>& p = placement.translation;
    const Vector3<double> rpy = is_rotated ? rpy_of(placement.rotation) : Vector3<double>{};
    return xml::numbers({p.x, p.y, p.z, rpy.x, rpy.y, rpy.z});
  }

  void write_pose(const Transform<double>& placement, const std::string& relative_to = {}) {
    if (relative_to.empty() && placement == Transform<double>{}) return;
    text_.value("pose", text_of(placement), relative_to.empty() ? "" : attribute("relative_to", relative_to));
  }

  void write_link(const Body& body) {
    text_.open("link", attribute("name", body.name));
    const Body& mover = moved_by(body);
    if (mover.joint.kind == JointKind::floating) {
      write_pose(joint_pose(mover.joint, start_of(mover.joint)));
    } else {
      write_pose(&mover == &body ? body.placement : mover.placement * body.placement, mover.parent);
    }
    if (body.gravity_compensation == 1) text_.value("gravity", "false");
    write_inertial(body.inertial);
    std::unordered_set<std::string> names[2];  // of visuals and collisions
    for (const Shape& shape : body.shapes) write_shape(shape, names[shape.role == Shape::Role::visual]);
    text_.close();
  }

  void write_inertial(const Inertial& inertial) {
    const auto& i = inertial.inertia;
    text_.open("inertial");
    write_pose({{}, inertial.com});
    text_.value("mass", inertial.mass);
    text_.open("inertia");
    text_.value("ixx", i.xx), text_.value("ixy", i.xy), text_.value("ixz", i.xz);
    text_.value("iyy", i.yy), text_.value("iyz", i.yz), text_.value("izz", i.zz);
    text_.close();
    text_.close();
  }

  void write_shape(const Shape& shape, std::unordered_set<std::string>& taken) {
    const char* const tag = shape.role == Shape::Role::visual ? "visual" : "collision";
    std::string name = shape.name.empty() ? tag : shape.name;
    for (int number = 2; !taken.insert(name).second; ++number)
      name = (shape.name.empty() ? tag : shape.name) + ("_" + std::to_string(number));
    text_.open(tag, attribute("name", name));
    write_pose(shape.placement);
    text_.open("geometry");
    write_geometry(shape);
    text_.close();
    if (shape.color) {
      const auto& [red, green, blue, alpha] = *shape.color;
      text_.open("material");
      text_.value("diffuse", xml::numbers({red, green, blue, alpha}));
      text_.close();
    }
    text_.close();
  }

  void write_geometry(const Shape& shape) {
    const auto& [x, y, z] = shape.size;
    const bool is_long = shape.kind == Shape::Kind::cylinder || shape.kind == Shape::Kind::capsule;
    constexpr const char* tags[] = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "plane", "mesh"};
    text_.open(tags[static_cast<int>(shape.kind)]);
    if (shape.kind == Shape::Kind::box) text_.value("size", xml::numbers(shape.size));
    if (shape.kind == Shape::Kind::sphere || is_long) text_.value("radius", x);
    if (is_long) text_.value("length", y);
    if (shape.kind == Shape::Kind::ellipsoid) text_.value("radii", xml::numbers(shape.size));
    if (shape.kind == Shape::Kind::plane) text_.value("size", xml::numbers({2 * x, 2 * y}));
    if (shape.kind == Shape::Kind::mesh) {
      text_.value("uri", shape.mesh);
      text_.value("scale", xml::numbers(shape.size));
    }
    text_.close();
  }

  static const char* type_of(JointKind kind) {
    return kind == JointKind::spherical ? "ball" : kind == JointKind::helical ? "screw" : name_of(kind);
  }

  void open_joint(const std::string& name, const char* type, const std::string& parent,
                  const std::string& child) {
    text_.open("joint", attribute("name", name) + attribute("type", type));
    text_.value("parent", parent.empty() ? "world" : parent);
    text_.value("child", child);
  }

  void write_joint(const Body& body) {
    const Body& mover = moved_by(body);
    const Joint& joint = mover.joint;
    open_joint(joint.name, type_of(joint.kind), mover.parent, body.name);
    if (&mover != &body) write_pose({{}, -body.placement.translation});
    if (joint.kind == JointKind::helical) {
      // Radians per metre, left-handed; SDF 1.10 has metres per revolution, which can be zero.
      if (joint.pitch != 0) text_.value("thread_pitch", -1 / joint.pitch);
      if (joint.pitch == 0) text_.value("screw_thread_pitch", 0);
    }
    if (joint.kind != JointKind::fixed && joint.kind != JointKind::spherical)
      write_axis("axis", joint.axis, dof_of(joint), joint.mimic);
    if (joint.kind == JointKind::universal) write_axis("axis2", joint.axis2, dof_of(joint, 1), {});
    text_.close();
  }

  void write_axis(const char* tag, const Vector3<double>& direction, const DegreeOfFreedom& dof,
                  const std::optional<Mimic>& mimic) {
    text_.open(tag);
    text_.value("xyz", xml::numbers(direction));
    const DegreeOfFreedom none;
    const auto value_unless = [&](double ordinary, const char* name, double value) {
      if (value != ordinary) text_.value(name, value);
    };
    if (dof.lower != none.lower || dof.upper != none.upper || dof.max_effort != none.max_effort ||
        dof.max_velocity != none.max_velocity) {
      text_.open("limit");
      value_unless(none.lower, "lower", dof.lower);
      value_unless(none.upper, "upper", dof.upper);
      value_unless(none.max_effort, "effort", dof.max_effort);
      value_unless(none.max_velocity, "velocity", dof.max_velocity);
      text_.close();
    }
    if (dof.damping != 0 || dof.dry_friction != 0 || dof.stiffness != 0 || dof.rest_position != 0) {
      text_.open("dynamics");
      value_unless(0, "damping", dof.damping);
      value_unless(0, "friction", dof.dry_friction);
      value_unless(0, "spring_reference", dof.rest_position);
      value_unless(0, "spring_stiffness", dof.stiffness);
      text_.close();
    }
    if (mimic) {
      text_.open("mimic", attribute("joint", mimic->joint));
      text_.value("multiplier", mimic->multiplier);
      text_.value("offset", mimic->offset);
      text_.value("reference", 0);
      text_.close();
    }
    text_.close();
  }

  // A joint's frame is on its child, which cannot be the ground: then the ends are exchanged.
  void write_loop(const Loop& loop) {
    const ConnectionKind kind = loop.connection.kind;
    const bool exchanged = loop.second.body.empty();
    const LoopEnd &parent = exchanged ? loop.second : loop.first,
                  &child = exchanged ? loop.first : loop.second;
    const char* const type = kind == ConnectionKind::weld        ? "fixed"
                             : kind == ConnectionKind::spherical ? "ball"
                                                                 : name_of(kind);
    open_joint(loop.name, type, parent.body, child.body);
    write_pose(child.placement);
    const auto axis_at = [&](const char* tag, const Vector3<double>& direction) {
      text_.open(tag);
      text_.value("xyz", xml::numbers(direction));
      text_.close();
    };
    if (kind == ConnectionKind::revolute || kind == ConnectionKind::prismatic) axis_at("axis", {0, 0, 1});
    if (kind == ConnectionKind::universal) {
      // z of the first end and x of the second, seen from the child, where all joints are at zero
      const Poses poses(robot_, Poses::At::zero);
      const Rotation<double> from_parent = transpose(poses.of(child).rotation) * poses.of(parent).rotation;
      axis_at("axis", exchanged ? from_parent.column_x() : from_parent.column_z());
      axis_at("axis2", exchanged ? Vector3<double>{0, 0, 1} : Vector3<double>{1, 0, 0});
    }
    text_.open("physics");
    text_.open("simbody");
    text_.value("must_be_loop_joint", "true");
    text_.close();
    text_.close();
    text_.close();
  }

  const Description& robot_;
  xml::TextBuilder text_;
  std::unordered_map<const Body*, const Body*> anchors_;
  std::unordered_set<const Body*> hidden_;  // anchors, which are not links
  bool has_mimic_ = false, has_flat_screw_ = false;
};

}  // namespace
}  // namespace sinew::write

namespace sinew {

WrittenRobot write_sdf(const Description& description, const WriteOptions& options) {
  write::Losses losses;
  Description robot = write::expressible(description, write::features_of(RobotFormat::sdf), options, losses);
  if (robot.bodies.empty()) {
    losses.add(robot.source, "SDF has no models without links; a link without mass is added on the ground");
    NamePool names;
    for (const Frame& frame : robot.frames) names.take(frame.name);
    robot.bodies.push_back({.name = names.unique("base"), .joint = {.name = names.unique("base_joint")}});
  }
  return {write::SdfText(robot, options.comment).write(), losses.findings()};
}

}  // namespace sinew
