// Reads the groups of an SRDF file, and finds the joints of a group.
#include <algorithm>
#include <stdexcept>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/srdf/parts.hpp"

namespace sinew {
namespace srdf {

using xml::AttributeReader;
using xml::Element;

Semantics::Group read_group(Element element, Reading& reading) {
  const AttributeReader reader(reading.findings, "group " + xml::in_quotes(optional_text(element, "name")));
  Semantics::Group group{.name = required_name(element, "name", reader), .source = element.source()};
  reading.ignored.attributes_except(element, {"name"});
  reading.ignored.children_except(element, {"joint", "link", "chain", "group"});
  for (const Element child : element.children()) {
    const Source source = child.source();
    if (child.name() == "joint") {
      const std::string name = required_name(child, "name", reader);
      const bool is_virtual = reading.virtual_joints.contains(name);
      if (is_virtual || reading.knows_joint(name, source, "a group")) group.joints.push_back(name);
    } else if (child.name() == "link") {
      const std::string name = required_name(child, "name", reader);
      if (reading.knows_link(name, source, "a group")) group.links.push_back(name);
    } else if (child.name() == "chain") {
      Semantics::Chain chain{required_name(child, "base_link", reader),
                             required_name(child, "tip_link", reader)};
      const bool has_base = reading.knows_link(chain.base_link, source, "a chain");
      if (reading.knows_link(chain.tip_link, source, "a chain") && has_base)
        group.chains.push_back(std::move(chain));
    } else if (child.name() == "group") {
      const std::string name = required_name(child, "name", reader);
      if (reading.groups.contains(name)) {
        group.groups.push_back(name);
      } else if (!name.empty()) {
        reading.ignored.add(
            source, "unknown subgroup",
            reader.owner() + ": there is no group " + xml::in_quotes(name) + "; it is left out");
      }
    }
  }
  return group;
}

namespace {

using Names = std::unordered_set<std::string_view>;
using BodiesByName = std::unordered_map<std::string_view, const Body*>;

// Adds the joints on the path between two links.
void add_path(const Semantics::Chain& chain, const BodiesByName& bodies, Names& joints) {
  const auto inboard = [&](const Body* body) {
    const auto parent = bodies.find(body->parent);
    return parent == bodies.end() ? nullptr : parent->second;
  };
  const auto at = [&](const std::string& link) {
    const auto body = bodies.find(link);
    return body == bodies.end() ? nullptr : body->second;
  };
  std::unordered_set<const Body*> above_base;
  for (const Body* body = at(chain.base_link); body; body = inboard(body)) above_base.insert(body);
  const Body* meeting = at(chain.tip_link);
  for (; meeting && !above_base.contains(meeting); meeting = inboard(meeting))
    joints.insert(meeting->joint.name);
  for (const Body* body = at(chain.base_link); body && body != meeting; body = inboard(body))
    joints.insert(body->joint.name);
}

// Returns the group and its subgroups, each of them once.
std::vector<const Semantics::Group*> with_subgroups(const Semantics& semantics, std::string_view name) {
  std::unordered_map<std::string_view, const Semantics::Group*> by_name;
  for (const Semantics::Group& group : semantics.groups) by_name.emplace(group.name, &group);
  if (!by_name.contains(name)) {
    std::vector<std::string> known;
    for (const Semantics::Group& group : semantics.groups) known.push_back(group.name);
    throw std::invalid_argument(unknown_name("group", name, known));
  }
  std::vector<const Semantics::Group*> found{by_name.at(name)};
  std::unordered_set<const Semantics::Group*> seen(found.begin(), found.end());
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const std::string& inner : found[i]->groups) {
      const auto group = by_name.find(inner);
      if (group != by_name.end() && seen.insert(group->second).second) found.push_back(group->second);
    }
  }
  return found;
}

}  // namespace
}  // namespace srdf

std::vector<std::string> joints_of_group(const Semantics& semantics, std::string_view group,
                                         const Description& robot) {
  srdf::BodiesByName bodies;
  for (const Body& body : robot.bodies) bodies.emplace(body.name, &body);
  srdf::Names joints, links;
  for (const Semantics::Group* const part : srdf::with_subgroups(semantics, group)) {
    joints.insert(part->joints.begin(), part->joints.end());
    links.insert(part->links.begin(), part->links.end());
    for (const Semantics::Chain& chain : part->chains) srdf::add_path(chain, bodies, joints);
  }
  std::vector<std::string> result;
  for (const Body& body : robot.bodies) {
    if (body.joint.kind == JointKind::fixed) continue;
    if (joints.contains(body.joint.name) || links.contains(body.name)) result.push_back(body.joint.name);
  }
  return result;
}

}  // namespace sinew
