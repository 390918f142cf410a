// Turns gearboxes into couplings.
#include <algorithm>
#include <cmath>
#include <map>

#include "sinew/io/internal/sdf/joint.hpp"

namespace sinew::sdf {
namespace {

class Gearboxes {
 public:
  Gearboxes(const std::vector<ModelJoint>& joints, const SpanningTree& tree, const FrameGraph& frames)
      : joints_(joints), frames_(frames) {
    const std::vector<bool> in_tree = joints_in(tree, joints.size());
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const bool rotates = joints[j].type == JointType::revolute || joints[j].type == JointType::continuous;
      if (rotates && in_tree[j]) between_[std::minmax(joints[j].parent, joints[j].child)] = j;
    }
  }

  std::optional<Coupling> coupling_of(const ModelJoint& gearbox, Findings& findings) const {
    const Gear first = find(gearbox, gearbox.parent, gearbox.axes[0]);
    const Gear second = find(gearbox, gearbox.child, gearbox.axes[1]);
    if (first.joint && second.joint) {
      return Coupling{.name = gearbox.name,
                      .joint = second.joint->name,
                      .leader = first.joint->name,
                      .polynomial = {0, -gearbox.gear_ratio * first.sign * second.sign, 0, 0, 0},
                      .source = gearbox.source};
    }
    findings.error(gearbox.source,
                   message_start(gearbox) + "no revolute joint about " +
                       (first.joint ? "<axis2> connects the child" : "<axis> connects the parent") +
                       " with the <gearbox_reference_body>");
    return std::nullopt;
  }

 private:
  // The joint between the reference body and a link, and the sign that its position has as an angle from the
  // reference body to the link about an axis of the gearbox.
  struct Gear {
    const ModelJoint* joint = nullptr;
    double sign = 1;
  };

  Gear find(const ModelJoint& gearbox, int link, const Axis& axis) const {
    const auto found = between_.find(std::minmax(gearbox.gear_reference, link));
    if (found == between_.end()) return {};
    const ModelJoint& joint = joints_[found->second];
    const double cosine = dot(in_world(axis, frames_), in_world(joint.axes[0], frames_));
    if (std::abs(std::abs(cosine) - 1) > alignment) return {};
    return {&joint, (joint.child == link) == (cosine > 0) ? 1.0 : -1.0};
  }

  const std::vector<ModelJoint>& joints_;
  const FrameGraph& frames_;
  std::map<std::pair<int, int>, std::size_t> between_;  // joints of the tree by their two links
};

}  // namespace

std::vector<Coupling> couplings_of(const std::vector<ModelJoint>& joints, const SpanningTree& tree,
                                   const FrameGraph& frames, Findings& findings) {
  const Gearboxes gearboxes(joints, tree, frames);
  std::vector<Coupling> couplings;
  for (const ModelJoint& joint : joints) {
    if (joint.type != JointType::gearbox) continue;
    if (auto coupling = gearboxes.coupling_of(joint, findings)) couplings.push_back(std::move(*coupling));
  }
  return couplings;
}

}  // namespace sinew::sdf
