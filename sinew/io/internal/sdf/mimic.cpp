// Reads and checks <mimic>, by which a joint follows another one.
#include <unordered_map>

#include "sinew/io/internal/sdf/joint.hpp"

namespace sinew::sdf {

using xml::Element;

// SDF: follower = multiplier * (leader - reference) + offset.
std::optional<Mimic> read_mimic(Element axis, const JointElement& joint, const ValueReader& reader,
                                Reading& reading) {
  const Element element = reader.only(axis, "mimic");
  if (!element) return std::nullopt;
  note_other_children(element, {"multiplier", "offset", "reference"}, reading);
  if (const std::string which = reader.name(element, "axis"); !which.empty() && which != "axis") {
    reader.error(element, "<mimic> follows " + xml::in_quotes(which) +
                              " of its leader; expected a leader with a single axis");
    return std::nullopt;
  }
  const auto leader = reader.attributes().required_text(element, "joint");
  if (!leader) return std::nullopt;
  const int frame = reading.frames.require(joint.scope, *leader, reader.owner() + ": <mimic>", element);
  if (frame == no_frame) return std::nullopt;
  const FrameNode& node = reading.frames.node(frame);
  if (node.kind != FrameKind::joint) {
    reader.error(element, "<mimic>: " + xml::in_quotes(*leader) + " is a " + name_of(node.kind) +
                              "; expected a joint");
    return std::nullopt;
  }
  const double multiplier = reader.number(element, "multiplier").value_or(1);
  const double offset = reader.number(element, "offset").value_or(0);
  const double reference = reader.number(element, "reference").value_or(0);
  return Mimic{node.name, multiplier, offset - multiplier * reference};
}

void check_mimics(const std::vector<ModelJoint>& joints, const SpanningTree& tree, Findings& findings) {
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t j = 0; j < joints.size(); ++j) index.emplace(joints[j].name, j);
  const std::vector<bool> in_tree = joints_in(tree, joints.size());
  const auto problem_with = [&](std::size_t j) -> std::string {
    const ModelJoint& joint = joints[j];
    if (!in_tree[j]) return " is not part of the tree; its position is not a coordinate of the robot";
    if (has_one_dof(joint.type)) return {};
    return std::string(" is ") + name_of(joint.type) + "; expected a joint with one degree of freedom";
  };
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto& mimic = joints[j].mimic;
    const auto leader = mimic ? index.find(mimic->joint) : index.end();
    if (leader == index.end()) continue;  // validation reports leaders that could not be read
    for (const std::size_t each : {j, leader->second}) {
      if (const auto problem = problem_with(each); !problem.empty()) {
        findings.error(joints[j].source, message_start(joints[j]) + "mimic of " +
                                             xml::in_quotes(mimic->joint) + ": joint " +
                                             xml::in_quotes(joints[each].name) + problem);
      }
    }
  }
}

}  // namespace sinew::sdf
