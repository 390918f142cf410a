// Small SDF texts and functions that read them.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "sinew/io/load.hpp"

namespace sinew::test {

// The content starts in line 2.
inline std::string sdf_model(const std::string& content, const std::string& version = "1.11",
                             const std::string& attributes = "") {
  return "<sdf version='" + version + "'><model name='m' " + attributes + ">\n" + content +
         "\n</model></sdf>";
}

inline std::string sdf_world(const std::string& content, const std::string& version = "1.11") {
  return "<sdf version='" + version + "'><world name='w'>\n" + content + "\n</world></sdf>";
}

// A link of 1 kg on one line.
inline std::string sdf_link(const std::string& name, const std::string& pose = "",
                            const std::string& more = "") {
  const std::string placed = pose.empty() || pose.starts_with("<") ? pose : "<pose>" + pose + "</pose>";
  return "<link name='" + name + "'>" + placed +
         "<inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.25</izz></inertia></inertial>" +
         more + "</link>\n";
}

// A joint on one line.
inline std::string sdf_joint(const std::string& name, const std::string& type, const std::string& parent,
                             const std::string& child, const std::string& more = "") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child +
         "</child>" + more + "</joint>\n";
}

inline std::string sdf_axis(const std::string& xyz, const std::string& more = "") {
  return "<axis><xyz>" + xyz + "</xyz>" + more + "</axis>";
}

inline Description read_good_sdf(const std::string& text, const ReadOptions& options = {}) {
  auto result = read_sdf_text(text, "robot.sdf", options);
  EXPECT_EQ(result.findings.to_string(), "");
  return std::move(result.description);
}

inline std::string sdf_findings(const std::string& text, const ReadOptions& options = {}) {
  return read_sdf_text(text, "robot.sdf", options).findings.to_string();
}

inline const Body& sdf_body(const Description& description, const std::string& name) {
  for (const Body& each : description.bodies) {
    if (each.name == name) return each;
  }
  throw std::invalid_argument("no body " + name);
}

}  // namespace sinew::test
