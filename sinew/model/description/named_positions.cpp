#include "sinew/model/description/named_positions.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/number_text.hpp"
#include "sinew/base/unknown_name.hpp"

namespace sinew::detail {
namespace {

using MovingJoints = std::unordered_map<std::string_view, const Joint*>;

MovingJoints moving_joints(const Description& description) {
  MovingJoints joints;
  for (const Body& body : description.bodies) {
    if (body.joint.kind != JointKind::fixed) joints.emplace(body.joint.name, &body.joint);
  }
  return joints;
}

std::size_t coordinates_of(const Joint& joint) {
  if (joint.kind == JointKind::custom) return joint.custom ? std::size_t(joint.custom->dofs()) : 0;
  return std::size_t(position_size(joint.kind));
}

// Returns what is wrong with the coordinates of one joint; empty if nothing is.
std::string problem_of(const Joint& joint, const std::vector<double>& q) {
  const std::size_t expected = coordinates_of(joint);
  if (q.size() != expected)
    return "has " + std::to_string(q.size()) + " numbers, expected " + std::to_string(expected);
  if (!std::all_of(q.begin(), q.end(), [](double x) { return std::isfinite(x); })) return "is not finite";
  if (joint.kind != JointKind::spherical && joint.kind != JointKind::floating) return {};
  const double* const r = &q[expected - 4];
  const double length = std::hypot(std::hypot(r[0], r[1]), std::hypot(r[2], r[3]));
  if (std::abs(length - 1) <= 1e-6) return {};
  return "has a quaternion of length " + number_text(length) + ", expected 1";
}

std::string unknown_joint(const std::string& name, const MovingJoints& joints) {
  std::vector<std::string> known;
  for (const auto& [joint, where] : joints) known.emplace_back(joint);
  std::sort(known.begin(), known.end());
  return unknown_name("moving joint", name, known);
}

}  // namespace

void check_named_positions(const Description& description, Findings& findings) {
  if (description.named_positions.empty()) return;
  const MovingJoints joints = moving_joints(description);
  std::vector<std::string> actuators;
  for (const Actuator& actuator : description.actuators) actuators.push_back(actuator.name);
  std::unordered_set<std::string_view> names;
  for (const NamedPosition& position : description.named_positions) {
    const std::string what = "position '" + position.name + "': ";
    const auto error = [&](const std::string& problem) { findings.error(position.source, what + problem); };
    if (position.name.empty()) error("the name is empty");
    if (!names.insert(position.name).second) error("the name is used twice; names must be unique");
    std::unordered_set<std::string_view> listed;
    for (const auto& [name, q] : position.joints) {
      const auto joint = joints.find(name);
      if (joint == joints.end()) {
        error(unknown_joint(name, joints));
        continue;
      }
      if (!listed.insert(name).second) error("joint '" + name + "' is listed twice");
      const std::string problem = problem_of(*joint->second, q);
      if (!problem.empty()) error("the position of joint '" + name + "' " + problem);
    }
    std::unordered_set<std::string_view> controlled;
    for (const auto& [name, control] : position.controls) {
      if (std::find(actuators.begin(), actuators.end(), name) == actuators.end())
        error(unknown_name("actuator", name, actuators));
      if (!controlled.insert(name).second) error("actuator '" + name + "' is listed twice");
      if (!std::isfinite(control)) error("the control of actuator '" + name + "' is not finite");
    }
  }
}

void drop_lost_joints(Description& description) {
  const MovingJoints joints = moving_joints(description);
  std::erase_if(description.named_positions, [&](NamedPosition& position) {
    const auto lost =
        std::erase_if(position.joints, [&](const auto& joint) { return !joints.contains(joint.first); });
    return lost > 0 && position.joints.empty();
  });
}

}  // namespace sinew::detail
