// Joints that no force could hold or move: the filter's D would be zero whatever the position.
#pragma once

#include "sinew/model/lowering.hpp"

namespace sinew {

// Runs the filter's covariance recursion at a few positions and reports, as an error that names the joint,
// every freedom that is without inertia at all of them: a massless tip behind a moving joint, two joints in
// line with nothing between.
void find_singular_joints(const Lowered& lowered, const Description& description, Findings& findings);

}  // namespace sinew
