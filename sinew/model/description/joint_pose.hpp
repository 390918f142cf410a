// Computes the pose that a joint of a description gives its body, one joint at a time and without a Model.
#pragma once

#include <vector>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Returns the pose of a joint's body at q relative to the body's `placement`, as the product of the joint's steps.
Transform<double> joint_pose(const Joint& joint, const std::vector<double>& q);

// Returns the position at which the joint starts: `initial`, or zeros and no rotation.
std::vector<double> start_of(const Joint& joint);

}  // namespace sinew
