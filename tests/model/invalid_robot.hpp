// A valid robot and changes that make it invalid: each violates one rule, and the finding names the part and the
// reason.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "sinew/model/model.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

inline Description valid_robot() {
  const Inertial rod{1, {0, 0, -0.5}, {0.1, 0, 0, 0.1, 0, 0.05}};
  return {.name = "arm",
          .bodies = {hinged("upper", "", {}, rod), hinged("lower", "upper", {0, 0, -1}, rod)},
          .frames = {{.name = "tool", .body = "lower", .placement = {{}, {0, 0, -1}}}},
          .loops = {{.name = "pin",
                     .connection = {.kind = ConnectionKind::distance, .distance = 2},
                     .second = {.body = "lower"}}},
          .couplings = {{.name = "gear", .joint = "lower_joint", .leader = "upper_joint"}}};
}

struct InvalidRobot {
  const char* name;
  std::function<void(Description&)> spoil;
  std::vector<std::string> words;  // all in the message of one error
};

inline void expect_refusal_by_name_and_reason(const InvalidRobot& bad) {
  Description robot = valid_robot();
  bad.spoil(robot);
  try {
    const Model model(robot);
    FAIL() << "was accepted";
  } catch (const InvalidModel& refusal) {
    bool found = false;
    for (const Finding& finding : refusal.findings().list) {
      bool all = finding.severity == Severity::error;
      for (const std::string& word : bad.words) all = all && finding.message.find(word) != std::string::npos;
      found = found || all;
    }
    EXPECT_TRUE(found) << refusal.findings().to_string();
  }
}

inline std::string name_of_invalid_robot(const testing::TestParamInfo<InvalidRobot>& test) {
  return test.param.name;
}

}  // namespace sinew::test
