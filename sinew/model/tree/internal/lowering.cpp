#include "sinew/model/tree/internal/lowering.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "sinew/model/tree/internal/denavit_hartenberg.hpp"
#include "sinew/model/tree/internal/tendons.hpp"

namespace sinew {
namespace {

// A link before its frame is chosen. Everything is given in the raw frame, the user's frame of the body it carries.
struct RawLink {
  int parent = 0;
  Transform<double> placement{};  // of the joint's base in the parent's raw frame
  LinkKind kind = LinkKind::columns;
  JointKind joint = JointKind::fixed;  // only of links that are not on a step
  Vector3<double> axis{0, 0,
                       1};  // where the children's normals start: the joint's axis, or z if not on a step
  Vector3<double> column_axis{};  // the joint's axis, if it became a column
  double pitch = 0;
  const CustomJoint* custom = nullptr;
  int q = 0, v = 0, dofs = 0;
  RigidInertia<double> inertia{};
  std::vector<int> children{};

  int first_child = -1;       // its common normal is this frame's x; the other children are on branches
  Transform<double> frame{};  // the chosen link frame, in the raw frame
  std::optional<CommonNormal> normal{};  // from the parent's axis, in the parent's raw frame
};

Vector3<double> unit(const Vector3<double>& v) {
  return (1 / norm(v)) * v;
}

RigidInertia<double> about_frame(const Inertial& inertial) {
  return {inertial.mass, inertial.mass * inertial.com,
          inertial.inertia + point_mass_inertia(inertial.mass, inertial.com)};
}

class Lowering {
 public:
  explicit Lowering(const Description& description) : description_(description) {}

  Lowered run() {
    raw_.emplace_back();  // the ground
    result_.frames.push_back({.name = "", .link = 0, .placement = {}, .is_body = false});
    for (const int body : depth_first_order(description_)) add_body(description_.bodies[std::size_t(body)]);
    for (const Frame& frame : description_.frames) {
      const FrameInfo& body = result_.frames[std::size_t(frame_of_.at(frame.body))];
      result_.frames.push_back({.name = frame.name,
                                .link = body.link,
                                .placement = body.placement * frame.placement,
                                .is_body = false,
                                .parent = {frame_of_.at(frame.body)}});
    }
    choose_frames();
    emit();
    result_.tendons = lowered_tendons(description_, result_);
    return std::move(result_);
  }

 private:
  // Adds one raw link per step of the joint; the last one carries the body. A fixed joint adds no link: its body
  // becomes part of its parent's link.
  void add_body(const Body& body) {
    const FrameInfo parent = result_.frames[std::size_t(frame_of_.at(body.parent))];
    const Joint& joint = body.joint;
    const int q = tree().q_size, v = tree().v_size;
    int link = parent.link;
    Transform<double> placement = parent.placement * body.placement;
    const auto step = [&](LinkKind kind, const Vector3<double>& axis, double pitch = 0) {
      RawLink raw{.parent = link, .placement = placement, .kind = kind, .axis = unit(axis), .pitch = pitch};
      link = append(raw, 1, 1);
      placement = {};
    };
    const auto placed = [&](LinkKind kind, int q_size, int v_size) {
      RawLink raw{.parent = link,
                  .placement = placement,
                  .kind = kind,
                  .joint = joint.kind,
                  .custom = joint.custom.get()};
      link = append(raw, q_size, v_size);
      placement = {};
    };
    switch (joint.kind) {
      case JointKind::fixed:
        break;
      case JointKind::revolute:
      case JointKind::continuous:
        step(LinkKind::revolute, joint.axis);
        break;
      case JointKind::prismatic:
        step(LinkKind::prismatic, joint.axis);
        break;
      case JointKind::helical:
        step(LinkKind::helical, joint.axis, joint.pitch);
        break;
      case JointKind::cylindrical:
        step(LinkKind::revolute, joint.axis);
        step(LinkKind::prismatic, joint.axis);
        break;
      case JointKind::universal:
        step(LinkKind::revolute, joint.axis);
        step(LinkKind::revolute, joint.axis2);
        break;
      case JointKind::planar: {
        const PlaneDirections plane = plane_directions(unit(joint.axis));
        step(LinkKind::prismatic, plane.first);
        step(LinkKind::prismatic, plane.second);
        step(LinkKind::revolute, joint.axis);
        break;
      }
      case JointKind::spherical:
        placed(LinkKind::spherical, 4, 3);
        break;
      case JointKind::floating:
        placed(LinkKind::floating, 7, 6);
        break;
      case JointKind::custom:
        placed(LinkKind::columns, joint.custom->dofs(), joint.custom->dofs());
        break;
    }
    RawLink& carrier = raw_[std::size_t(link)];
    const RigidInertia<double> inertia = about_frame(body.inertial);
    carrier.inertia = carrier.inertia + to_parent(placement, inertia);
    const FrameIndex frame{int(result_.frames.size())};
    const bool fixed = joint.kind == JointKind::fixed;
    result_.frames.push_back({.name = body.name,
                              .link = link,
                              .placement = placement,
                              .is_body = true,
                              .parent = {frame_of_.at(body.parent)},
                              .fixed_joint = fixed ? int(result_.fixed_joints.size()) : -1});
    frame_of_[body.name] = frame.value;
    if (fixed) {
      result_.fixed_joints.push_back({joint.name, body.name, frame, inertia});
      return;
    }
    const int dofs = tree().v_size - v;
    result_.joints.push_back({joint.name, joint.kind, body.name, q, tree().q_size - q, v, dofs, frame});
    for (int i = 0; i < dofs; ++i) {
      const auto& given = joint.dofs;
      DegreeOfFreedom dof = given.empty()       ? DegreeOfFreedom{}
                            : given.size() == 1 ? given[0]
                                                : given[std::size_t(i)];
      if (joint.kind == JointKind::continuous) dof.lower = -infinity, dof.upper = infinity;
      result_.dofs.push_back(dof);
      tree().armature.push_back(dof.armature);
    }
  }

  int append(RawLink raw, int q_size, int v_size) {
    raw.q = tree().q_size;
    raw.v = tree().v_size;
    raw.dofs = v_size;
    tree().q_size += q_size;
    tree().v_size += v_size;
    raw_[std::size_t(raw.parent)].children.push_back(int(raw_.size()));
    raw_.push_back(std::move(raw));
    return int(raw_.size()) - 1;
  }

  // Gives the ground an axis, as it has none of its own: that of the first link on a step that it carries. Moves the
  // ground's origin to that link's joint, so that the step of this link is a rotation only.
  void place_ground() {
    RawLink& base = raw_[0];
    for (const int c : base.children) {
      const RawLink& child = raw_[std::size_t(c)];
      if (!is_step(child.kind)) continue;
      base.axis = child.placement.rotation * child.axis;
      const Transform<double> moved{{}, -child.placement.translation};
      for (const int other : base.children) {
        Transform<double>& placement = raw_[std::size_t(other)].placement;
        placement = moved * placement;
      }
      for (FrameInfo& frame : result_.frames) {
        if (frame.link == 0) frame.placement = moved * frame.placement;
      }
      return;
    }
  }

  // Chooses the link frames, base to tip. A link on a step has its axis on z and the common normal to its first child's
  // axis on x. Other links keep the raw frame.
  void choose_frames() {
    place_ground();
    for (std::size_t k = 0; k < raw_.size(); ++k) {
      RawLink& link = raw_[k];
      const bool free_frame = k == 0 || is_step(link.kind);
      for (const int c : link.children) {
        RawLink& child = raw_[std::size_t(c)];
        if (!is_step(child.kind)) continue;
        child.normal =
            common_normal(link.axis, child.placement.translation, child.placement.rotation * child.axis);
        if (!child.normal) {
          to_columns(child);
        } else if (free_frame && link.first_child < 0) {
          link.first_child = c;
        }
      }
      if (link.first_child >= 0) {
        const CommonNormal& normal = *raw_[std::size_t(link.first_child)].normal;
        link.frame = axis_frame(link.axis, normal.direction, normal.foot_on_parent);
      } else if (k > 0 && free_frame) {
        // A tip has no child that determines its frame. It takes the frame at the end of its own step, so that
        // theta = d = 0.
        const Vector3<double> x = transpose_times(link.placement.rotation, link.normal->direction);
        link.frame = axis_frame(link.axis, x, link.normal->foot_on_child);
      }
    }
  }

  static Transform<double> axis_frame(const Vector3<double>& z, const Vector3<double>& x, double along) {
    const Vector3<double> ortho = unit(x - dot(x, z) * z), y = cross(z, ortho);
    return {transpose(Rotation<double>{ortho, y, z}), along * z};
  }

  // Makes the axis of a link a general column, if a step would lose digits.
  static void to_columns(RawLink& link) {
    link.joint = link.kind == LinkKind::prismatic ? JointKind::prismatic : JointKind::revolute;
    link.kind = LinkKind::columns;
    link.column_axis = std::exchange(link.axis, {0, 0, 1});
  }

  void emit() {
    Tree<double>& out = tree();
    for (std::size_t k = 0; k < raw_.size(); ++k) {
      RawLink& raw = raw_[k];
      const Transform<double> raw_in_link = inverse(raw.frame);
      Link<double> link{.kind = raw.kind, .parent = raw.parent, .q = raw.q, .v = raw.v, .pitch = raw.pitch};
      link.inertia = to_parent(raw_in_link, raw.inertia);
      for (const int c : raw.children) (c == int(k) + 1 ? link.next_is_child : link.junction) = true;
      if (k > 0) is_step(raw.kind) ? emit_step(raw, link) : emit_placed(raw, link);
      if (link.kind == LinkKind::revolute || link.kind == LinkKind::helical) {
        out.rotating_links.push_back({link.angle, link.q, int(k)});
      }
      if (k > 0 && link.kind != LinkKind::revolute) out.other_moves.push_back(int(k));
      if (link.kind == LinkKind::spherical) out.quaternions.push_back(link.q);
      if (link.kind == LinkKind::floating) out.quaternions.push_back(link.q + 3);
      out.links.push_back(link);
    }
    for (std::size_t k = raw_.size() - 1; k > 0; --k) {
      Link<double>& link = out.links[k];
      link.v_end = std::max(link.v_end, link.v + raw_[k].dofs);
      int& parent_end = out.links[std::size_t(link.parent)].v_end;
      parent_end = std::max(parent_end, link.v_end);
    }
    std::vector<int> depth(raw_.size());  // number of DOF between the ground and a link
    for (std::size_t k = 1; k < raw_.size(); ++k) {
      depth[k] = depth[std::size_t(raw_[k].parent)] + raw_[k].dofs;
      out.depth = std::max(out.depth, depth[k]);
    }
    for (FrameInfo& frame : result_.frames) {
      frame.placement = inverse(raw_[std::size_t(frame.link)].frame) * frame.placement;
    }
    out.world = result_.frames[0].placement;
    out.gravity = out.world.motion_to_parent({{}, -description_.gravity});
  }

  void emit_placed(const RawLink& raw, Link<double>& link) {
    const Transform<double>& parent_frame = raw_[std::size_t(raw.parent)].frame;
    PlacedJointData<double> joint{.kind = raw.joint,
                                  .placement = inverse(parent_frame) * raw.placement,
                                  .count = raw.dofs,
                                  .first_column = tree().column_count,
                                  .custom = raw.custom};
    if (raw.joint == JointKind::prismatic) joint.axis = {{}, raw.column_axis};
    if (raw.joint == JointKind::revolute) joint.axis = {raw.column_axis, raw.pitch * raw.column_axis};
    link.side = int(tree().placed_joints.size());
    tree().placed_joints.push_back(joint);
    if (raw.kind == LinkKind::columns) tree().column_count += raw.dofs;
  }

  void emit_step(const RawLink& raw, Link<double>& link) {
    const RawLink& parent = raw_[std::size_t(raw.parent)];
    const CommonNormal& normal = *raw.normal;
    link.normal = {normal.cosine, normal.sine, normal.length};
    if (normal.sine == 0 && normal.cosine > 0)
      link.rotation = NormalRotation::none;  // a cosine of 1 may be rounded
    if (normal.cosine == 0) link.rotation = NormalRotation::quarter;
    if (&raw != &raw_[std::size_t(std::max(parent.first_child, 0))]) {
      const double angle = angle_about(parent.axis, parent.frame.rotation.column_x(), normal.direction);
      const double shift = normal.foot_on_parent - dot(parent.frame.translation, parent.axis);
      link.side = int(tree().branches.size());
      const auto [sine, cosine] = sine_cosine(angle);
      tree().branches.push_back({cosine, sine, shift});
    }
    if (raw.first_child < 0) return;  // its frame is at the end of the step: theta = d = 0
    const Vector3<double> axis = raw.placement.rotation * raw.axis;
    const Vector3<double> child_x = raw.placement.rotation * raw.frame.rotation.column_x();
    link.angle = angle_about(axis, normal.direction, child_x);
    link.offset = dot(raw.frame.translation, raw.axis) - normal.foot_on_child;
  }

  Tree<double>& tree() { return result_.tree; }

  const Description& description_;
  std::vector<RawLink> raw_;
  std::unordered_map<std::string, int> frame_of_{{"", 0}};
  Lowered result_;
};
}  // namespace

Lowered lower(const Description& description) {
  return Lowering(description).run();
}

std::vector<int> depth_first_order(const Description& description) {
  const auto& bodies = description.bodies;
  std::unordered_map<std::string_view, std::vector<int>> children;
  for (int i = int(bodies.size()) - 1; i >= 0; --i) children[bodies[std::size_t(i)].parent].push_back(i);
  std::vector<int> order, open = children[""];
  while (!open.empty()) {
    const int body = open.back();
    open.pop_back();
    order.push_back(body);
    const auto& next = children[bodies[std::size_t(body)].name];
    open.insert(open.end(), next.begin(), next.end());
  }
  return order;
}

}  // namespace sinew
