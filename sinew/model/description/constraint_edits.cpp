#include "sinew/model/description/constraint_edits.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "sinew/base/unknown_name.hpp"

namespace sinew {

Description without_constraint(Description description, const std::string& name) {
  const auto is_meant = [&](const auto& constraint) { return constraint.name == name; };
  if (std::erase_if(description.loops, is_meant) + std::erase_if(description.couplings, is_meant) > 0)
    return description;
  std::vector<std::string> known;
  for (Body& body : description.bodies) {
    if (!body.joint.mimic) continue;
    known.push_back(body.joint.name);
    if (body.joint.name != name) continue;
    body.joint.mimic.reset();
    return description;
  }
  for (const Loop& loop : description.loops) known.push_back(loop.name);
  for (const Coupling& coupling : description.couplings) known.push_back(coupling.name);
  if (known.empty())
    throw std::invalid_argument("there is no constraint '" + name + "': '" + description.name +
                                "' has no loops, couplings and mimic joints");
  throw std::invalid_argument(unknown_name("loop, coupling or mimic joint", name, known));
}

}  // namespace sinew
