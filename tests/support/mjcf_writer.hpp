// A description as MJCF, for asking MuJoCo about the same robot.
#pragma once

#include <string>

#include "sinew/model/description.hpp"

namespace sinew::test {

// Universal, cylindrical and planar joints become several of MuJoCo's. Throws std::invalid_argument for
// helical and custom joints and for floating joints away from the ground. Damping, friction and limits are
// left out.
std::string to_mjcf(const Description& description);

}  // namespace sinew::test
