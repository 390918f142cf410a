// Finds joints that make the mass matrix singular at every position: those for which the filter's D is zero.
#pragma once

#include <string>
#include <vector>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Runs the filter's covariance recursion at a few positions. Returns the body of every joint with a degree of freedom
// that has no inertia at any of them, such as a massless tip on a moving joint, or two coaxial joints with nothing
// between them. The description must be free of errors and its inertias possible: D of others has no meaning.
std::vector<std::string> bodies_of_singular_joints(const Description& description);

// Reports these joints as physical errors. Impossible inertias, which are reported elsewhere, count as the nearest
// possible ones.
void find_singular_joints(const Description& description, Findings& findings);

}  // namespace sinew
