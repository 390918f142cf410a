#include "sinew/model/description/constraint_edits.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "sinew/base/name_pool.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/model/description/internal/rules.hpp"
#include "sinew/model/description/joint_pose.hpp"
#include "sinew/model/description/named_positions.hpp"
#include "sinew/model/description/tendon_rules.hpp"

namespace sinew {
namespace {

// Returns the pose of a body in the world at the initial position.
Transform<double> initial_pose(const Description& description, const Body& body) {
  const Transform<double> in_parent = body.placement * joint_pose(body.joint, start_of(body.joint));
  if (body.parent.empty()) return in_parent;
  const auto parent = std::find_if(description.bodies.begin(), description.bodies.end(),
                                   [&](const Body& other) { return other.name == body.parent; });
  if (parent == description.bodies.end())
    throw std::invalid_argument("body '" + body.name + "' has no parent '" + body.parent + "'");
  return initial_pose(description, *parent) * in_parent;
}

}  // namespace

Description with_cut_joint(Description description, const std::string& joint) {
  const auto body = std::find_if(description.bodies.begin(), description.bodies.end(),
                                 [&](const Body& b) { return b.joint.name == joint; });
  if (body == description.bodies.end()) throw std::invalid_argument("no joint '" + joint + "'");
  if (body->joint.kind == JointKind::floating)
    throw std::invalid_argument("joint '" + joint + "' is floating: there is nothing to cut");
  NamePool names;
  for (const Body& other : description.bodies) names.take(other.joint.name);
  body->placement = initial_pose(description, *body);
  body->parent.clear();
  body->joint = {.name = names.unique("free_" + joint), .kind = JointKind::floating};
  std::erase_if(description.couplings,
                [&](const Coupling& c) { return c.joint == joint || c.leader == joint; });
  for (Body& other : description.bodies) {
    if (other.joint.mimic && other.joint.mimic->joint == joint) other.joint.mimic.reset();
  }
  remove_tendons_of(description, {}, {joint});
  detail::drop_lost_joints(description);
  drop_lost_actuators(description);
  return description;
}

Description without_constraint(Description description, const std::string& name) {
  const auto is_meant = [&](const auto& constraint) { return constraint.name == name; };
  if (std::erase_if(description.loops, is_meant) + std::erase_if(description.couplings, is_meant) > 0)
    return description;
  std::vector<std::string> known;
  for (Body& body : description.bodies) {
    if (!body.joint.name.empty()) known.push_back(body.joint.name);
    if (!body.joint.mimic || body.joint.name != name) continue;
    body.joint.mimic.reset();
    return description;
  }
  if (!name.empty() && std::find(known.begin(), known.end(), name) != known.end())
    return with_cut_joint(std::move(description), name);
  for (const Loop& loop : description.loops) known.push_back(loop.name);
  for (const Coupling& coupling : description.couplings) known.push_back(coupling.name);
  throw std::invalid_argument(unknown_name("loop, coupling or joint", name, known));
}

}  // namespace sinew
