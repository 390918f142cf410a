#include "apps/cli/semantics_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "apps/cli/table.hpp"

namespace sinew::cli {
namespace {

constexpr std::size_t widest_list = 60;  // characters of names in one cell of a table

// Joins names, and replaces those that do not fit by their number.
std::string shortened(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!text.empty() && text.size() + names[i].size() > widest_list)
      return fmt::format("{} and {} more", text, names.size() - i);
    text += (text.empty() ? "" : " ") + names[i];
  }
  return text;
}

std::string group_table(const Semantics& semantics, const Description& robot) {
  std::vector<std::string> names, sizes, joints;
  for (const Semantics::Group& group : semantics.groups) {
    const std::vector<std::string> moving = joints_of_group(semantics, group.name, robot);
    names.push_back(group.name);
    sizes.push_back(fmt::format("{}", moving.size()));
    joints.push_back(shortened(moving));
  }
  Table table;
  table.add_column("group", names);
  table.add_column("joints", sizes, Table::Align::right);
  table.add_column("names", joints);
  return table.to_string();
}

std::string effector_table(const std::vector<Semantics::EndEffector>& effectors) {
  Table table;
  table.add_texts("end effector", effectors, &Semantics::EndEffector::name);
  table.add_texts("group", effectors, &Semantics::EndEffector::group);
  table.add_texts("on body", effectors, &Semantics::EndEffector::parent_link);
  return table.to_string();
}

std::string virtual_joint_table(const std::vector<Semantics::VirtualJoint>& joints) {
  Table table;
  table.add_texts("virtual joint", joints, &Semantics::VirtualJoint::name);
  table.add_texts("kind", joints, [](const Semantics::VirtualJoint& j) { return name_of(j.kind); });
  table.add_texts("from frame", joints, &Semantics::VirtualJoint::parent_frame);
  table.add_texts("to body", joints, &Semantics::VirtualJoint::child_link);
  return table.to_string();
}

}  // namespace

std::string positions_text(const Model& model) {
  const auto& positions = model.description().named_positions;
  if (positions.empty()) return "";
  Table table;
  table.add_texts("position", positions, &NamedPosition::name);
  table.add_texts(
      "joints given", positions, [](const NamedPosition& p) { return std::to_string(p.joints.size()); },
      Table::Align::right);
  return "\n" + table.to_string();
}

Json positions_json(const Model& model) {
  Json list = Json::array();
  for (const NamedPosition& position : model.description().named_positions)
    list.push_back({{"name", position.name}, {"q", model.named_position(position.name)}});
  return list;
}

std::string semantics_text(const Semantics& semantics, const Description& robot) {
  std::string text;
  if (!semantics.groups.empty()) text += "\n" + group_table(semantics, robot);
  if (!semantics.end_effectors.empty()) text += "\n" + effector_table(semantics.end_effectors);
  if (!semantics.virtual_joints.empty()) text += "\n" + virtual_joint_table(semantics.virtual_joints);
  if (!semantics.passive_joints.empty())
    text += fmt::format("\n  passive joints: {}\n", shortened(semantics.passive_joints));
  if (!semantics.disabled_collisions.empty())
    text +=
        fmt::format("\n  disabled collisions: {} pairs of bodies\n", semantics.disabled_collisions.size());
  return text;
}

Json semantics_json(const Semantics& semantics, const Description& robot) {
  Json groups = Json::array(), effectors = Json::array(), joints = Json::array(), pairs = Json::array();
  for (const Semantics::Group& group : semantics.groups)
    groups.push_back({{"name", group.name}, {"joints", joints_of_group(semantics, group.name, robot)}});
  for (const Semantics::EndEffector& effector : semantics.end_effectors)
    effectors.push_back({{"name", effector.name}, {"group", effector.group}, {"body", effector.parent_link}});
  for (const Semantics::VirtualJoint& joint : semantics.virtual_joints) {
    joints.push_back({{"name", joint.name},
                      {"kind", name_of(joint.kind)},
                      {"frame", joint.parent_frame},
                      {"body", joint.child_link}});
  }
  for (const Semantics::LinkPair& pair : semantics.disabled_collisions)
    pairs.push_back({pair.first, pair.second, pair.reason});
  return {{"groups", groups},
          {"end_effectors", effectors},
          {"virtual_joints", joints},
          {"passive_joints", semantics.passive_joints},
          {"disabled_collisions", pairs}};
}

}  // namespace sinew::cli
