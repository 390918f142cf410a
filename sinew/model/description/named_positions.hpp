// Checks the named positions of a description, and adapts them when joints are removed.
#pragma once

#include "sinew/model/description/description.hpp"

namespace sinew::detail {

// Reports named positions without a name or with that of another one; joints that do not exist, do not move or are
// listed twice; lists of the wrong size; numbers that are not finite, and quaternions that are not of unit length. Does
// the same for the controls of actuators.
void check_named_positions(const Description& description, Findings& findings);

// Removes joints that do not exist or do not move from the named positions, and positions that lose all their joints.
void drop_lost_joints(Description& description);

}  // namespace sinew::detail
