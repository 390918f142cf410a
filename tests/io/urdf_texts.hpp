// Short URDF texts for the tests. The text between <robot> and </robot> starts in line 2.
#pragma once

#include <string>

#include "sinew/io/load.hpp"

namespace sinew::test {

inline std::string robot(const std::string& content) {
  return "<robot name='r'>\n" + content + "\n</robot>\n";
}

// A link with mass, on one line.
inline std::string solid(const std::string& name, const std::string& more = "") {
  return "<link name='" + name +
         "'><inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' "
         "izz='1'/></inertial>" +
         more + "</link>\n";
}

// A joint on one line; revolute and prismatic ones include a <limit>.
inline std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                         const std::string& child, const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/>" + more + "</joint>\n";
}

// Link a, joint j of the given type and content in line 3, link b.
inline std::string pair(const std::string& type, const std::string& more = "") {
  return robot(solid("a") + joint("j", type, "a", "b", more) + solid("b"));
}

inline std::string errors_of(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.list) {
    if (finding.severity == Severity::error) text += to_string(finding) + "\n";
  }
  return text;
}

inline std::string warnings_of(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.list) {
    if (finding.severity == Severity::warning) text += to_string(finding) + "\n";
  }
  return text;
}

}  // namespace sinew::test
