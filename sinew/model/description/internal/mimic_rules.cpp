// Checks mimics: follower and leader have one degree of freedom each, and leaders form no cycle.
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "sinew/model/description/internal/rules.hpp"

namespace sinew {
namespace {

// Follows the leaders of every joint; a walk that returns to a joint it has passed is a cycle. Visits each joint
// once.
template <class LeaderOf>
void find_mimic_cycles(const Description& description, const LeaderOf& leader_of, Findings& findings) {
  std::unordered_map<const Body*, const Body*> start_of;
  for (const Body& start : description.bodies) {
    const Body* body = &start;
    const Body* leader = leader_of(*body);
    while (leader && start_of.emplace(body, &start).second) {
      const auto met = start_of.find(leader);
      if (met != start_of.end() && met->second == &start) {
        findings.error(body->source, "joint '" + body->joint.name + "': mimic of joint '" +
                                         leader->joint.name + "' is a cycle");
      }
      body = leader;
      leader = leader_of(*body);
    }
  }
}

}  // namespace

void check_mimics(const Description& description, Findings& findings) {
  std::unordered_map<std::string_view, const Body*> by_joint;
  for (const Body& body : description.bodies) {
    if (!body.joint.name.empty()) by_joint.emplace(body.joint.name, &body);
  }
  const auto leader_of = [&](const Body& body) -> const Body* {
    if (!body.joint.mimic) return nullptr;
    const auto it = by_joint.find(body.joint.mimic->joint);
    return it == by_joint.end() ? nullptr : it->second;
  };
  for (const Body& body : description.bodies) {
    if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
    const Mimic& mimic = *body.joint.mimic;
    const std::string what = "joint '" + body.joint.name + "': mimic ";
    if (velocity_size(body.joint.kind) != 1) {
      findings.error(body.source,
                     what + "needs a joint with one degree of freedom, not " + name_of(body.joint.kind));
    }
    if (!std::isfinite(mimic.multiplier) || !std::isfinite(mimic.offset)) {
      findings.error(body.source, what + "multiplier and offset must be finite");
    }
    const Body* leader = leader_of(body);
    if (!leader) {
      findings.error(body.source, what + "of joint '" + mimic.joint + "', which does not exist");
      continue;
    }
    if (velocity_size(leader->joint.kind) != 1) {
      findings.error(body.source, what + "of joint '" + mimic.joint + "', which is " +
                                      name_of(leader->joint.kind) +
                                      "; expected a joint with one degree of freedom");
    }
  }
  find_mimic_cycles(description, leader_of, findings);
}

}  // namespace sinew
