#include "sinew/interop/convention.hpp"

#include <algorithm>
#include <unordered_map>

namespace sinew::interop {

std::vector<std::string> joint_names(const Model& model, JointOrder order) {
  std::vector<std::string> names;
  if (order == JointOrder::as_written) {
    for (const JointInfo& joint : model.joints()) names.push_back(joint.name);
    return names;
  }
  // Bodies on fixed joints are sorted too: what they carry has their place among their siblings.
  std::unordered_map<std::string, std::vector<const Body*>> children;
  for (const Body& body : model.description().bodies) children[body.parent].push_back(&body);
  for (auto& [parent, bodies] : children) {
    std::sort(bodies.begin(), bodies.end(),
              [](const Body* a, const Body* b) { return a->joint.name > b->joint.name; });
  }
  std::vector<const Body*> next = children[""];  // the first name is last
  while (!next.empty()) {
    const Body* const body = next.back();
    next.pop_back();
    if (body->joint.kind != JointKind::fixed) names.push_back(body->joint.name);
    const std::vector<const Body*>& more = children[body->name];
    next.insert(next.end(), more.begin(), more.end());
  }
  return names;
}

}  // namespace sinew::interop
