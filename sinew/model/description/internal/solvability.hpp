// Finds joints that make the mass matrix singular at every position: those for which the filter's D is zero.
#pragma once

#include "sinew/model/tree/internal/lowering.hpp"

namespace sinew {

// Runs the filter's covariance recursion at a few positions and reports, as an error that names the joint, every
// degree of freedom that has no inertia at any of them, such as a massless tip on a moving joint, or two coaxial
// joints with nothing between them.
void find_singular_joints(const Lowered& lowered, const Description& description, Findings& findings);

}  // namespace sinew
