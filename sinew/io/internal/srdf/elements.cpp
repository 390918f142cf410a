// Reads the virtual joints, end effectors, passive joints and pairs of links of an SRDF file.
#include "sinew/io/internal/srdf/parts.hpp"

namespace sinew::srdf {

using xml::AttributeReader;
using xml::Element;

namespace {

JointKind virtual_kind(Element element, const AttributeReader& reader) {
  const std::string type = required_name(element, "type", reader);
  for (const JointKind kind : {JointKind::fixed, JointKind::floating, JointKind::planar}) {
    if (type == name_of(kind)) return kind;
  }
  if (!type.empty())
    reader.error(element, "type " + xml::in_quotes(type) + " is unknown; expected fixed, floating or planar");
  return JointKind::fixed;
}

}  // namespace

Semantics::VirtualJoint read_virtual_joint(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings,
                               "virtual joint " + xml::in_quotes(optional_text(element, "name")));
  reading.ignored.attributes_except(element, {"name", "type", "parent_frame", "child_link"});
  Semantics::VirtualJoint joint{.name = required_name(element, "name", reader),
                                .kind = virtual_kind(element, reader),
                                .parent_frame = required_name(element, "parent_frame", reader),
                                .child_link = required_name(element, "child_link", reader),
                                .source = element.source()};
  reading.knows_link(joint.child_link, joint.source, "a virtual joint");
  return joint;
}

Semantics::EndEffector read_end_effector(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings,
                               "end effector " + xml::in_quotes(optional_text(element, "name")));
  reading.ignored.attributes_except(element, {"name", "group", "parent_link", "parent_group"});
  Semantics::EndEffector effector{.name = required_name(element, "name", reader),
                                  .group = required_name(element, "group", reader),
                                  .parent_link = required_name(element, "parent_link", reader),
                                  .parent_group = optional_text(element, "parent_group"),
                                  .source = element.source()};
  reading.knows_link(effector.parent_link, effector.source, "an end effector");
  for (const std::string& group : {effector.group, effector.parent_group}) {
    if (group.empty() || reading.groups.contains(group)) continue;
    reading.ignored.add(effector.source, "unknown group of an end effector",
                        reader.owner() + ": there is no group " + xml::in_quotes(group));
  }
  return effector;
}

void read_pair(Element element, Reading& reading, Semantics& semantics) {
  const AttributeReader reader(reading.findings, "disable_collisions");
  Semantics::LinkPair pair{required_name(element, "link1", reader), required_name(element, "link2", reader),
                           optional_text(element, "reason")};
  const bool has_first = reading.knows_link(pair.first, element.source(), "disable_collisions");
  if (reading.knows_link(pair.second, element.source(), "disable_collisions") && has_first)
    semantics.disabled_collisions.push_back(std::move(pair));
}

void read_passive_joint(Element element, Reading& reading, Semantics& semantics) {
  const std::string name = required_name(element, "name", AttributeReader(reading.findings, "passive_joint"));
  if (reading.virtual_joints.contains(name) || reading.knows_joint(name, element.source(), "passive_joint"))
    semantics.passive_joints.push_back(name);
}

}  // namespace sinew::srdf
