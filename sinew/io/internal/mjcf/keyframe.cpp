#include "sinew/io/internal/mjcf/keyframe.hpp"

#include <cmath>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

std::size_t position_size(const Joint& joint) {
  return joint.type == Joint::Type::free ? 7 : joint.type == Joint::Type::ball ? 4 : 1;
}

// Normalises the quaternion at the end of the position of a ball or free joint; zeros mean no rotation, as in MuJoCo.
void make_unit(std::vector<double>& q) {
  if (q.size() == 1) return;
  double* const r = &q[q.size() - 4];
  const double length = std::hypot(std::hypot(r[0], r[1]), std::hypot(r[2], r[3]));
  if (length == 0) r[0] = 1;
  for (int i = 0; i < 4 && length > 0; ++i) r[i] /= length;
}

// Reads the controls of all actuators, which are in MuJoCo's order. Those of actuators that are left out are skipped.
void read_controls(const Attributes& attributes, const AttributeReader& reader, Element element,
                   const BodyTree& tree, TreeKey& key) {
  if (!attributes.has("ctrl")) return;
  const auto [numbers, problem] = xml::parse_numbers(attributes.text("ctrl"));
  if (!problem.empty()) return reader.error(element, "ctrl: " + problem);
  std::size_t next = 0;
  for (const std::size_t i : in_mujoco_order(tree.actuators)) {
    const TreeActuator& actuator = tree.actuators[i];
    if (!actuator.is_left_out && next < numbers.size()) key.controls.emplace_back(i, numbers[next]);
    next += static_cast<std::size_t>(actuator.controls);
  }
  if (numbers.size() <= next) return;
  reader.warning(element, "its controls are left out: ctrl has " + std::to_string(numbers.size()) +
                              " numbers; expected " + std::to_string(next));
  key.controls.clear();
}

void read_key(Element element, Reading& reading, BodyTree& tree) {
  const char* const name = element.attribute("name");
  const std::string label = name != nullptr ? name : "key" + std::to_string(tree.keys.size());
  const AttributeReader reader(reading.findings, "key " + xml::in_quotes(label));
  Attributes attributes;
  attributes.lay(element, key_rules, reader);
  const auto [numbers, problem] = xml::parse_numbers(attributes.text("qpos"));
  if (attributes.has("qpos") && !problem.empty()) return reader.error(element, "qpos: " + problem);
  TreeKey key{.name = label, .joints = {}, .controls = {}, .source = element.source()};
  std::size_t next = 0, expected = 0;
  for (std::size_t body = 0; body < tree.bodies.size(); ++body) {
    const auto& joints = tree.bodies[body].joints;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const std::size_t size = position_size(joints[i]);
      expected += size;
      if (next + size > numbers.size()) continue;
      std::vector<double> q(&numbers[next], &numbers[next] + size);
      next += size;
      make_unit(q);
      key.joints.push_back({static_cast<int>(body), i, std::move(q)});
    }
  }
  if (numbers.size() > expected) {
    return reader.warning(element, "it is left out: qpos has " + std::to_string(numbers.size()) +
                                       " numbers; expected " + std::to_string(expected));
  }
  if (attributes.has("act"))
    reading.ignored.add(element.source(),
                        "the activations of keys are left out: actuators start without any");
  read_controls(attributes, reader, element, tree, key);
  tree.keys.push_back(std::move(key));
}

}  // namespace

void read_keyframe(Element section, Reading& reading, BodyTree& tree) {
  Attributes none;
  none.lay(section, {}, AttributeReader(reading.findings, "keyframe"));
  for (const Element element : reading.files.children(section)) {
    if (element.name() == "key") {
      read_key(element, reading, tree);
    } else {
      reading.findings.error(element.source(),
                             "keyframe: unknown element <" + std::string(element.name()) + ">");
    }
  }
}

}  // namespace sinew::mjcf
