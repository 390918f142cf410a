// Defines the spaces that spatial operators map between.
//
// A stacked vector of joint space has one number per DOF. In body space it has a spatial vector per link, and in frame
// space a spatial vector per chosen frame. A plain vector is an operator from the space of numbers, so that
// H phi (M phi* a + b) is an expression like any other.
#pragma once

#include <string>

namespace sinew::operators {

struct Space {
  std::string name;
  int size = 0;  // 0: taken from the model and the chosen frames

  friend bool operator==(const Space&, const Space&) = default;
};

inline const Space joint_space{"joint"};
inline const Space body_space{"body"};
inline const Space frame_space{"frame"};
inline const Space number_space{"number", 1};

}  // namespace sinew::operators
