// Writes named positions as SRDF.
#pragma once

#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew::write {

// Adds the joints that start elsewhere than at zero to the positions that do not list them: URDF has no such start.
void list_initial_positions(Description& robot);

// Returns an empty text if the robot has no named positions. `comment`: for the second line.
std::string srdf_text(const Description& robot, const std::string& comment);

}  // namespace sinew::write
