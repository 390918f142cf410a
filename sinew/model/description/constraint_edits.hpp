// Removes constraints from descriptions: loops, couplings and mimics.
#pragma once

#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Returns the description without the loop or coupling of this name, or, if it is the name of a mimic joint, with that
// joint independent. Throws std::invalid_argument, with a suggestion, if there is none.
Description without_constraint(Description description, const std::string& name);

}  // namespace sinew
