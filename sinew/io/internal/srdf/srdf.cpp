// Reads SRDF files: finds the names first, because groups and states may refer to later ones, and then reads the
// elements in the order of the file.
#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/srdf/parts.hpp"

namespace sinew {
namespace srdf {

using xml::AttributeReader;
using xml::Element;

Reading::Reading(const Description& description, Findings& found) : robot(description), findings(found) {
  for (const Body& body : robot.bodies) {
    links.emplace(body.name, &body);
    if (!body.joint.name.empty()) joints.emplace(body.joint.name, &body);
  }
}

namespace {

constexpr const char* pinocchio_base = "root_joint";  // written without a declaration in many files
constexpr std::size_t most_groups = 10'000;
constexpr std::size_t most_findings = 1'000;

// Adds a warning about an unknown name. The suggestion is computed only for the first of its kind.
template <class Known>
void warn_of_unknown(const char* what, const std::string& name, const Source& source,
                     const std::string& place, const Known& known, xml::Ignored& ignored) {
  if (name.empty()) return;  // an error was reported
  const std::string kind = std::string("unknown ") + what + " in " + place;
  if (ignored.contains(kind)) return ignored.add(source, kind, "");
  std::vector<std::string> names;
  for (const auto& [candidate, body] : known) names.emplace_back(candidate);
  std::sort(names.begin(), names.end());
  ignored.add(source, kind, unknown_name(what, name, names) + " in " + place + "; it is left out");
}

}  // namespace

bool Reading::knows_link(const std::string& name, const Source& source, const std::string& place) {
  if (links.contains(name)) return true;
  warn_of_unknown("link", name, source, place, links, ignored);
  return false;
}

bool Reading::knows_joint(const std::string& name, const Source& source, const std::string& place) {
  if (joints.contains(name)) return true;
  warn_of_unknown("joint", name, source, place, joints, ignored);
  return false;
}

std::string optional_text(Element element, const char* attribute) {
  const char* const text = element.attribute(attribute);
  return text ? text : "";
}

std::string required_name(Element element, const char* attribute, const AttributeReader& reader) {
  const std::string name = optional_text(element, attribute);
  if (name.empty()) {
    reader.error(element, "<" + std::string(element.name()) + "> has no " + xml::in_quotes(attribute));
  }
  return name;
}

namespace {

// Reports names that are given twice.
void collect_names(Element robot, const char* kind, std::unordered_set<std::string>& names,
                   Reading& reading) {
  for (const Element child : robot.children()) {
    const std::string name = child.name() == kind ? optional_text(child, "name") : "";
    if (name.empty() || names.insert(name).second) continue;
    reading.findings.error(child.source(), std::string(kind) + " " + xml::in_quotes(name) +
                                               ": the name is used twice; names must be unique");
  }
}

// Removes states of the same name and group except the first, with a warning.
void drop_repeated_states(std::vector<Semantics::State>& states, Reading& reading) {
  std::unordered_set<std::string> seen;
  std::erase_if(states, [&](const Semantics::State& state) {
    if (seen.insert(state.group + "/" + state.position.name).second) return false;
    reading.ignored.add(state.position.source, "repeated state",
                        "state " + xml::in_quotes(state.position.name) + " of group " +
                            xml::in_quotes(state.group) + " is written twice; the first is used");
    return true;
  });
}

void read_element(Element element, Reading& reading, Semantics& semantics) {
  const auto kind = element.name();
  if (kind == "group") {
    semantics.groups.push_back(read_group(element, reading));
  } else if (kind == "group_state") {
    semantics.states.push_back(read_state(element, reading));
  } else if (kind == "end_effector") {
    semantics.end_effectors.push_back(read_end_effector(element, reading));
  } else if (kind == "virtual_joint") {
    semantics.virtual_joints.push_back(read_virtual_joint(element, reading));
  } else if (kind == "passive_joint") {
    read_passive_joint(element, reading, semantics);
  } else if (kind == "disable_collisions") {
    read_pair(element, reading, semantics);
  } else {
    reading.ignored.add(element.source(), "<" + std::string(kind) + "> in an SRDF file is ignored");
  }
}

SemanticsResult read_document(const xml::Document& document, const Description& robot) {
  SemanticsResult result;
  const Element root = document.root();
  if (root.name() != "robot") {
    result.findings.error(root.source(),
                          "the root element is <" + std::string(root.name()) + ">; expected <robot> (SRDF)");
    return result;
  }
  Reading reading(robot, result.findings);
  result.semantics.name = optional_text(root, "name");
  if (result.semantics.name != robot.name) {
    reading.ignored.add(root.source(), "written for robot " + xml::in_quotes(result.semantics.name) +
                                           "; the model is " + xml::in_quotes(robot.name));
  }
  collect_names(root, "group", reading.groups, reading);
  collect_names(root, "virtual_joint", reading.virtual_joints, reading);
  if (!reading.joints.contains(pinocchio_base)) reading.virtual_joints.insert(pinocchio_base);
  for (const Element element : root.children()) {
    read_element(element, reading, result.semantics);
    const bool too_many_groups = result.semantics.groups.size() > most_groups;
    if (!too_many_groups && result.findings.list.size() <= most_findings) continue;
    result.findings.error(element.source(),
                          (too_many_groups ? "more than " + std::to_string(most_groups) + " groups"
                                           : "more than " + std::to_string(most_findings) + " findings") +
                              ": the rest is not read");
    break;
  }
  drop_repeated_states(result.semantics.states, reading);
  reading.ignored.report(result.findings);
  return result;
}

}  // namespace
}  // namespace srdf

SemanticsResult read_srdf(const std::filesystem::path& file, const Description& robot,
                          const StoredTexts* texts) {
  Findings findings;
  const auto document = xml::Document::read(file, findings, texts);
  if (!document) return {{}, std::move(findings)};
  return srdf::read_document(*document, robot);
}

SemanticsResult read_srdf_text(std::string_view text, const std::string& file_name,
                               const Description& robot) {
  Findings findings;
  const auto document = xml::Document::parse(text, file_name, findings);
  if (!document) return {{}, std::move(findings)};
  return srdf::read_document(*document, robot);
}

}  // namespace sinew
