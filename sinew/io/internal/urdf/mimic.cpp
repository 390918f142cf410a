// Checks <mimic>: the joint and its leader must have one degree of freedom, and leaders must not form a cycle. A leader
// that does not exist is a warning, as other readers ignore it.
#include <unordered_map>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {
namespace {

bool has_one_dof(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::continuous || kind == JointKind::prismatic;
}

// Returns a message, or an empty string if the joint may follow its leader.
std::string problem_with(const LinkedJoint& follower, const LinkedJoint& leader) {
  const std::string target = xml::in_quotes(follower.joint.mimic->joint);
  if (!has_one_dof(follower.joint.kind)) {
    return std::string("a ") + name_of(follower.joint.kind) + " joint cannot follow " + target;
  }
  if (!has_one_dof(leader.joint.kind)) {
    return "joint " + target + " is " + name_of(leader.joint.kind) + " and cannot be followed";
  }
  return {};
}

}  // namespace

void check_mimics(std::vector<LinkedJoint>& joints, Reading& reading) {
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < joints.size(); ++i) index.emplace(joints[i].joint.name, i);
  const auto refuse = [&](LinkedJoint& joint, const std::string& problem) {
    reading.findings.error(joint.source, "joint " + xml::in_quotes(joint.joint.name) + ": mimic: " + problem);
    joint.joint.mimic.reset();
  };

  for (auto& joint : joints) {
    if (!joint.joint.mimic) continue;
    if (joint.joint.kind == JointKind::fixed) {
      joint.joint.mimic.reset();
      reading.ignored.add(
          joint.source, "mimic of fixed",
          "joint " + xml::in_quotes(joint.joint.name) + ": <mimic> of a fixed joint is ignored");
      continue;
    }
    const auto leader = index.find(joint.joint.mimic->joint);
    if (leader == index.end()) {
      const std::string& wanted = joint.joint.mimic->joint;
      const auto name_of_joint = [](const LinkedJoint& each) { return each.joint.name; };
      reading.findings.warning(
          joint.source, "joint " + xml::in_quotes(joint.joint.name) + ": mimic: there is no joint " +
                            xml::in_quotes(wanted) + detail::did_you_mean(wanted, joints, name_of_joint) +
                            ": the joint moves independently; correct the name in <mimic>");
      joint.joint.mimic.reset();
      continue;
    }
    const auto problem = problem_with(joint, joints[leader->second]);
    if (!problem.empty()) refuse(joint, problem);
  }

  // Follow the leaders from each joint. A joint whose leader was already visited on the same walk closes a cycle; its
  // mimic is refused.
  std::vector<std::size_t> walk_of(joints.size(), joints.size());
  for (std::size_t start = 0; start < joints.size(); ++start) {
    for (std::size_t at = start; joints[at].joint.mimic && walk_of[at] == joints.size();) {
      walk_of[at] = start;
      const std::size_t leader = index.at(joints[at].joint.mimic->joint);
      if (walk_of[leader] == start) {
        refuse(joints[at], "following " + xml::in_quotes(joints[at].joint.mimic->joint) + " closes a cycle");
      }
      at = leader;
    }
  }
}

}  // namespace sinew::urdf
