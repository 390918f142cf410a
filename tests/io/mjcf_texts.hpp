// Small MJCF texts and functions that read them.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "sinew/io/load.hpp"

namespace sinew::test {

inline std::string world(const std::string& content, const std::string& before = "") {
  return "<mujoco>" + before + "<worldbody>\n" + content + "\n</worldbody></mujoco>";
}

inline Description read_well(const std::string& text, const ReadOptions& options = {}) {
  auto result = read_mjcf_text(text, "robot.xml", options);
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string();
  return std::move(result.description);
}

inline std::string findings_of(const std::string& text, const ReadOptions& options = {}) {
  return read_mjcf_text(text, "robot.xml", options).findings.to_string();
}

inline const Body& body_of(const Description& description, const std::string& name) {
  for (const Body& each : description.bodies) {
    if (each.name == name) return each;
  }
  throw std::invalid_argument("no body " + name);
}

}  // namespace sinew::test
