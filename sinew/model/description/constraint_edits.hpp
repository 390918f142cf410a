// Removes constraints from descriptions: loops, couplings, mimics and joints.
#pragma once

#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Returns the description without the loop or coupling of this name. If it is the name of a mimic joint, that joint is
// independent; if it is that of another joint, the body that the joint carries floats, see with_cut_joint. Throws
// std::invalid_argument, with a suggestion, if there is none.
Description without_constraint(Description description, const std::string& name);

// Returns the description with a floating joint, called free_JOINT, in place of a joint: its body, with all that it
// carries, moves freely, and starts where the initial position puts it. Couplings, tendons and actuators of the joint
// are left out, and joints that mimic it are independent.
Description with_cut_joint(Description description, const std::string& joint);

}  // namespace sinew
