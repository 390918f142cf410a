// Writes a description as MJCF, for comparisons with MuJoCo.
#pragma once

#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew::test {

// Universal, cylindrical and planar joints become several MuJoCo joints. Throws std::invalid_argument for helical and
// custom joints and for floating joints not on the ground. Damping, friction and limits are omitted.
std::string to_mjcf(const Description& description);

}  // namespace sinew::test
