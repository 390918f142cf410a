// Reads the named states of groups, and gives them names as positions of the whole robot.
#include <algorithm>
#include <cmath>
#include <map>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/srdf/parts.hpp"

namespace sinew {
namespace srdf {

using xml::AttributeReader;
using xml::Element;

namespace {

constexpr std::size_t most_numbers = 7;  // of a floating joint

// Returns the body that floats on the ground, or null.
const Body* floating_base(const Description& robot) {
  const auto base = std::find_if(robot.bodies.begin(), robot.bodies.end(), [](const Body& body) {
    return body.parent.empty() && body.joint.kind == JointKind::floating;
  });
  return base == robot.bodies.end() ? nullptr : &*base;
}

// Returns the robot's joint that a joint of a state refers to; a virtual joint refers to the floating base. Returns null,
// after a warning, if the robot has no such joint or if it does not move.
const Joint* meant_joint(const std::string& name, const Source& source, Reading& reading) {
  const auto found = reading.joints.find(name);
  const Joint* const joint = found == reading.joints.end() ? nullptr : &found->second->joint;
  if (joint && joint->kind != JointKind::fixed) return joint;
  if (!joint && reading.virtual_joints.contains(name)) {
    if (const Body* const base = floating_base(reading.robot)) return &base->joint;
    reading.ignored.add(source, "virtual joint in a state",
                        "the position of the virtual joint " + xml::in_quotes(name) +
                            " is ignored, because the base does not float (--base floating)");
  } else if (joint) {
    reading.ignored.add(source, "fixed joint in a state",
                        "the position of joint " + xml::in_quotes(name) + " is ignored, because it is fixed");
  } else {
    reading.knows_joint(name, source, "a state");
  }
  return nullptr;
}

// Converts x y z and the quaternion x y z w of SRDF to x y z and w x y z of unit length.
bool to_coordinates(std::vector<double>& q) {
  std::rotate(q.begin() + 3, q.begin() + 6, q.end());
  const double length = std::hypot(std::hypot(q[3], q[4]), std::hypot(q[5], q[6]));
  constexpr double sloppy = 1e-3;
  if (!(std::abs(length - 1) <= sloppy)) return false;
  for (std::size_t i = 3; i < q.size(); ++i) q[i] /= length;
  return true;
}

std::optional<std::vector<double>> read_value(Element element, const Joint& joint,
                                              const AttributeReader& reader) {
  auto q = reader.numbers(element, "value", 1, most_numbers);
  if (!q) {
    if (!element.has("value")) reader.error(element, "<joint> has no attribute 'value'");
    return std::nullopt;
  }
  const auto expected = std::size_t(position_size(joint.kind));
  if (q->size() != expected) {
    reader.error(element, "value of joint " + xml::in_quotes(optional_text(element, "name")) + " has " +
                              std::to_string(q->size()) + " numbers; expected " + std::to_string(expected) +
                              ", because it is " + name_of(joint.kind));
    return std::nullopt;
  }
  if (joint.kind != JointKind::floating || to_coordinates(*q)) return q;
  reader.error(element, "value " + xml::in_quotes(element.attribute("value")) +
                            " has no quaternion of length 1; expected x y z and a quaternion x y z w");
  return std::nullopt;
}

}  // namespace

Semantics::State read_state(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings, "state " + xml::in_quotes(optional_text(element, "name")));
  reading.ignored.attributes_except(element, {"name", "group"});
  reading.ignored.children_except(element, {"joint"});
  Semantics::State state{.group = optional_text(element, "group")};
  state.position.name = required_name(element, "name", reader);
  state.position.source = element.source();
  if (!state.group.empty() && !reading.groups.contains(state.group)) {
    reading.ignored.add(element.source(), "unknown group of a state",
                        reader.owner() + ": there is no group " + xml::in_quotes(state.group));
  }
  std::unordered_set<std::string> listed;
  for (const Element child : element.children()) {
    if (child.name() != "joint") continue;
    const std::string name = required_name(child, "name", reader);
    const Joint* const joint = name.empty() ? nullptr : meant_joint(name, child.source(), reading);
    if (!joint) continue;
    auto q = read_value(child, *joint, reader);
    if (!q) continue;
    if (listed.insert(joint->name).second) {
      state.position.joints.emplace_back(joint->name, std::move(*q));
    } else {
      reader.error(child, "joint " + xml::in_quotes(name) + " is listed twice");
    }
  }
  return state;
}

}  // namespace srdf

std::vector<NamedPosition> named_positions(const Semantics& semantics) {
  std::map<std::string_view, int> uses;
  for (const Semantics::State& state : semantics.states) ++uses[state.position.name];
  std::vector<NamedPosition> positions;
  for (const Semantics::State& state : semantics.states) {
    NamedPosition position = state.position;
    if (uses[state.position.name] > 1) position.name = state.group + "/" + position.name;
    positions.push_back(std::move(position));
  }
  return positions;
}

}  // namespace sinew
