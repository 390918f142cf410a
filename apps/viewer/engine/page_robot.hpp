// A robot as the page sends it: flat numbers and a list of names (apps/viewer/src/engine/robot_numbers.ts writes them).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "sinew/model/description.hpp"

namespace sinew::viewer {

struct PageRobot {
  // Of several arms: which bodies a part has.
  struct Part {
    int first_body = 0, body_count = 0;
  };
  // Where the page has a joint's coordinates.
  struct Place {
    int q = 0, v = 0;
  };

  Description description{};    // bodies, loops and couplings in the page's order, without frames and shapes
  std::vector<Place> places{};  // one per body
  std::vector<int> parent{};    // one per body; -1: the ground
  std::vector<Part> parts{};    // the arms, then the object; none otherwise
  std::vector<int> arm_of_loop{};  // the part that holds; -1: a loop within the mechanism
};

// `names` are separated by zero bytes. Throws std::invalid_argument for numbers that make no robot.
PageRobot read_robot(std::span<const double> numbers, std::string_view names);

}  // namespace sinew::viewer
