// Moves a robot to another place in the world, for example to set up several robots.
#pragma once

#include "sinew/model/description/description.hpp"

namespace sinew {

// Moves everything that is fixed to the ground: bodies, frames, ends of loops and points of tendons.
// Gravity stays.
Description with_placement(Description description, const Transform<double>& placement);

}  // namespace sinew
