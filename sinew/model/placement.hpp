// Robots side by side: the same robot, standing elsewhere in the world.
#pragma once

#include "sinew/model/description.hpp"

namespace sinew {

// Moves everything that is fixed to the ground: bodies, frames and ends of loops. Gravity stays.
Description with_placement(Description description, const Transform<double>& placement);

}  // namespace sinew
