// Reads the parts of an SRDF file. Internal to the SRDF reader.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/io/internal/text/attributes.hpp"
#include "sinew/io/srdf.hpp"

namespace sinew::srdf {

// Data shared by all parts of the reader while one file is read.
struct Reading {
  Reading(const Description& robot, Findings& findings);

  // If the robot has no such link, adds a warning, one for each kind of `place`, and returns false.
  bool knows_link(const std::string& name, const Source& source, const std::string& place);
  // The same for a joint, which may be fixed.
  bool knows_joint(const std::string& name, const Source& source, const std::string& place);

  const Description& robot;
  Findings& findings;
  xml::Ignored ignored{};
  std::unordered_map<std::string_view, const Body*> links{};   // by name
  std::unordered_map<std::string_view, const Body*> joints{};  // by name of the joint
  std::unordered_set<std::string> groups{};                    // names
  std::unordered_set<std::string> virtual_joints{};            // names
};

Semantics::Group read_group(xml::Element element, Reading& reading);
Semantics::State read_state(xml::Element element, Reading& reading);
Semantics::VirtualJoint read_virtual_joint(xml::Element element, Reading& reading);
Semantics::EndEffector read_end_effector(xml::Element element, Reading& reading);
// These add to `semantics`, if the robot has the joint or links.
void read_passive_joint(xml::Element element, Reading& reading, Semantics& semantics);
void read_pair(xml::Element element, Reading& reading, Semantics& semantics);

// Returns the attribute, or an empty string after an error if it is absent or empty.
std::string required_name(xml::Element element, const char* attribute, const xml::AttributeReader& reader);
// Returns the attribute, or an empty string if it is absent.
std::string optional_text(xml::Element element, const char* attribute);

}  // namespace sinew::srdf
