// Moves a robot to another place in the world, for example to set up several robots.
#pragma once

#include "sinew/model/description/description.hpp"

namespace sinew {

// Moves everything that is fixed to the ground: bodies, frames and ends of loops. Gravity stays.
Description with_placement(Description description, const Transform<double>& placement);

}  // namespace sinew
