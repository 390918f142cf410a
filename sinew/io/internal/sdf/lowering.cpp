// Converts the links and joints of an SDF file to bodies, frames, loops and couplings.
#include <unordered_map>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/sdf/joint.hpp"

namespace sinew::sdf {
namespace {

constexpr double same_place = 1e-12;  // metres; rounding of composed poses

class Lowering {
 public:
  Lowering(const std::vector<Link>& links, const std::vector<ModelJoint>& joints, Reading& reading,
           Description& description)
      : links_(links),
        joints_(joints),
        tree_(span(links, joints)),
        frames_(reading.frames),
        reading_(reading),
        description_(description) {}

  void run() {
    for (const Link& link : links_) places_.take(link.name);
    for (const int frame : reading_.named_frames) places_.take(frames_.node(frame).name);
    for (const ModelJoint& joint : joints_) joint_names_.take(joint.name);
    add_bodies();
    add_frames();
    for (const int j : tree_.loops) {
      if (auto loop = loop_of(joints_[std::size_t(j)], links_, frames_, reading_.findings)) {
        description_.loops.push_back(std::move(*loop));
      }
    }
    description_.couplings = couplings_of(joints_, tree_, frames_, reading_.findings);
    check_mimics(joints_, tree_, reading_.findings);
  }

 private:
  // Adds the bodies in depth-first order: links that nothing carries in file order, and what a link carries in the
  // order of the joints.
  void add_bodies() {
    std::vector<std::vector<int>> outboard(links_.size());
    std::vector<int> roots, link_of(joints_.size(), ground);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Inboard inboard = tree_.inboard[i];
      if (inboard.joint < 0) {
        roots.push_back(int(i));
      } else {
        link_of[std::size_t(inboard.joint)] = int(i);
        if (carrier_of(inboard) == ground) roots.push_back(int(i));
      }
    }
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (link_of[j] == ground) continue;
      const int carrier = carrier_of(tree_.inboard[std::size_t(link_of[j])]);
      if (carrier != ground) outboard[std::size_t(carrier)].push_back(link_of[j]);
    }
    std::vector<int> pending(roots.rbegin(), roots.rend());
    while (!pending.empty()) {
      const int link = pending.back();
      pending.pop_back();
      add_body(link);
      const auto& carried = outboard[std::size_t(link)];
      pending.insert(pending.end(), carried.rbegin(), carried.rend());
    }
  }

  int carrier_of(const Inboard& inboard) const {
    const ModelJoint& joint = joints_[std::size_t(inboard.joint)];
    return inboard.reversed ? joint.child : joint.parent;
  }

  void add_body(int index) {
    const Link& link = links_[std::size_t(index)];
    const Inboard inboard = tree_.inboard[std::size_t(index)];
    Body body{.name = link.name,
              .inertial = link.inertial,
              .shapes = link.shapes,
              .gravity_compensation = link.feels_gravity ? 0.0 : 1.0,
              .source = link.source};
    if (inboard.joint < 0) {
      place_on_ground(link, body);
    } else {
      place_on_carrier(link, inboard, body);
    }
    description_.bodies.push_back(std::move(body));
  }

  void place_on_ground(const Link& link, Body& body) {
    if (link.is_static) {
      body.placement = frames_.pose(link.frame);
    } else {
      body.joint = floating_joint(link);
    }
  }

  // The joint of a free link: its initial position is the pose in the file. It is named after the model.
  Joint floating_joint(const Link& link) {
    const auto& [rotation, p] = frames_.pose(link.frame);
    const Quaternion<double> r = quaternion_of(rotation);
    const std::string& prefix = frames_.scope(frames_.node(link.frame).scope).prefix;
    return {.name = joint_names_.unique(prefix + "floating_base"),
            .kind = JointKind::floating,
            .initial = {p.x, p.y, p.z, r.w, r.x, r.y, r.z}};
  }

  void place_on_carrier(const Link& link, const Inboard& inboard, Body& body) {
    const ModelJoint& joint = joints_[std::size_t(inboard.joint)];
    const int carrier = carrier_of(inboard);
    const bool freed =
        reading_.options.base == Base::floating && carrier == ground && joint.type == JointType::fixed;
    if (freed) {
      body.joint = floating_joint(link);
      return;
    }
    const int carrier_frame = carrier == ground ? world_frame : links_[std::size_t(carrier)].frame;
    if (carrier != ground) body.parent = links_[std::size_t(carrier)].name;
    body.placement = frames_.pose_in(carrier_frame, link.frame);
    body.joint = lowered_joint(joint, link, inboard.reversed);
    const Vector3<double> anchor = frames_.pose_in(link.frame, joint.frame).translation;
    if (needs_anchor(body.joint, anchor)) add_anchor(body, anchor, joint.source);
  }

  // Returns whether the joint moves about a point away from the origin of its body.
  static bool needs_anchor(const Joint& joint, const Vector3<double>& anchor) {
    switch (joint.kind) {
      case JointKind::revolute:
      case JointKind::continuous:
      case JointKind::helical:
        return norm(cross(joint.axis, anchor)) > same_place;
      case JointKind::universal:
      case JointKind::spherical:
        return norm(anchor) > same_place;
      default:
        return false;
    }
  }

  // A body's frame is at its joint. A massless body at the anchor gets the joint, and the link is fixed to it.
  void add_anchor(Body& body, const Vector3<double>& anchor, const Source& source) {
    Body carrier{.name = places_.unique(body.joint.name),
                 .parent = body.parent,
                 .placement = {body.placement.rotation, body.placement * anchor},
                 .joint = std::move(body.joint),
                 .source = source};
    body.parent = carrier.name;
    body.placement = {{}, -anchor};
    body.joint = {.name = joint_names_.unique(body.name + "/fixed")};
    description_.bodies.push_back(std::move(carrier));
  }

  Joint lowered_joint(const ModelJoint& joint, const Link& link, bool reversed) const {
    Joint result{.name = joint.name, .kind = kind_of(joint), .pitch = joint.pitch, .mimic = joint.mimic};
    const int count = axis_count(joint.type);
    Vector3<double> axes[2];
    for (int i = 0; i < count; ++i) {
      // Seen from the child, the parent moves about the opposite axes in the opposite order, at the same position.
      const Axis& axis = joint.axes[reversed ? count - 1 - i : i];
      axes[i] = frames_.pose_in(link.frame, axis.frame).rotation * axis.direction;
      if (reversed) axes[i] = -axes[i];
      result.dofs.push_back(axis.dof);
    }
    if (count > 0) result.axis = axes[0];
    if (count > 1) result.axis2 = axes[1];
    return result;
  }

  static JointKind kind_of(const ModelJoint& joint) {
    switch (joint.type) {
      case JointType::continuous:
        return JointKind::continuous;
      case JointType::revolute: {
        const DegreeOfFreedom& dof = joint.axes[0].dof;
        const bool limited = dof.lower != -infinity || dof.upper != infinity;
        return limited ? JointKind::revolute : JointKind::continuous;
      }
      case JointType::prismatic:
        return JointKind::prismatic;
      case JointType::ball:
        return JointKind::spherical;
      case JointType::universal:
      case JointType::revolute2:
        return JointKind::universal;
      case JointType::screw:
        return JointKind::helical;
      case JointType::fixed:
      case JointType::gearbox:  // a coupling, never in the tree
        break;
    }
    return JointKind::fixed;
  }

  void add_frames() {
    for (const int frame : reading_.named_frames) {
      const FrameNode& node = frames_.node(frame);
      const int link = frames_.link_of(frame);
      const std::string body = link == world_frame ? "" : frames_.node(link).name;
      description_.frames.push_back({node.name, body, frames_.pose_in(link, frame), node.element.source()});
    }
  }

  const std::vector<Link>& links_;
  const std::vector<ModelJoint>& joints_;
  const SpanningTree tree_;
  const FrameGraph& frames_;
  Reading& reading_;
  Description& description_;
  NamePool places_;  // bodies and frames
  NamePool joint_names_;
};

}  // namespace

void lower(const std::vector<Link>& links, const std::vector<ModelJoint>& joints, Reading& reading,
           Description& description) {
  Lowering(links, joints, reading, description).run();
}

}  // namespace sinew::sdf
