// Writes named positions as SRDF: states of one group, which contains all joints that move.
#include "sinew/io/internal/write/srdf.hpp"

#include <algorithm>

#include "sinew/io/internal/text/xml_text.hpp"

namespace sinew::write {
namespace {

using xml::attribute;

constexpr const char* group = "all";

// Returns q in the order of SRDF, which has the quaternion of a floating joint as x y z w.
std::string value_of(const Joint& joint, std::vector<double> q) {
  if (joint.kind == JointKind::floating) std::rotate(q.begin() + 3, q.begin() + 4, q.end());
  std::string text;
  for (const double x : q) text += (text.empty() ? "" : " ") + xml::number(x);
  return text;
}

}  // namespace

void list_initial_positions(Description& robot) {
  for (NamedPosition& position : robot.named_positions) {
    for (const Body& body : robot.bodies) {
      const Joint& joint = body.joint;
      if (joint.initial.empty() || joint.mimic || joint.kind == JointKind::fixed) continue;
      const bool is_listed = std::any_of(position.joints.begin(), position.joints.end(),
                                         [&](const auto& listed) { return listed.first == joint.name; });
      if (!is_listed) position.joints.emplace_back(joint.name, joint.initial);
    }
  }
}

std::string srdf_text(const Description& robot, const std::string& comment) {
  if (robot.named_positions.empty()) return {};
  xml::TextBuilder text(comment);
  text.open("robot", attribute("name", robot.name));
  text.open("group", attribute("name", group));
  for (const Body& body : robot.bodies) {
    if (body.joint.kind != JointKind::fixed) text.leaf("joint", attribute("name", body.joint.name));
  }
  text.close();
  for (const NamedPosition& position : robot.named_positions) {
    text.open("group_state", attribute("name", position.name) + attribute("group", group));
    for (const auto& listed : position.joints) {
      const auto body = std::find_if(robot.bodies.begin(), robot.bodies.end(),
                                     [&](const Body& each) { return each.joint.name == listed.first; });
      text.leaf("joint",
                attribute("name", listed.first) + attribute("value", value_of(body->joint, listed.second)));
    }
    text.close();
  }
  text.close();
  return text.take();
}

}  // namespace sinew::write
