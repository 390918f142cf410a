// Reads a robot that the page sends as a flat list of numbers and a list of names, which
// apps/viewer/src/engine/robot_numbers.ts writes.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sinew/model/description/description.hpp"

namespace sinew::viewer {

struct PageRobot {
  // For several arms: the bodies of one part (an arm or the object).
  struct Part {
    int first_body = 0, body_count = 0;
  };
  // Where a joint's coordinates start in the page's q and v.
  struct Place {
    int q = 0, v = 0;
  };

  Description description{};    // bodies, loops and couplings in the page's order, without frames and shapes
  std::vector<Place> places{};  // one per body
  std::vector<int> parent{};    // one per body; -1: the ground
  std::vector<Part> parts{};    // the arms, then the object; empty for a single mechanism
  std::vector<int> arm_of_loop{};  // the arm (part) that grasps; -1: a loop within the mechanism
};

// `names` are separated by zero bytes. Throws std::invalid_argument for numbers that do not describe a robot.
PageRobot read_robot(std::span<const double> numbers, std::string_view names);

}  // namespace sinew::viewer
