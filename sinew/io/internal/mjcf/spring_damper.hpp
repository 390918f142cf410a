// Computes the stiffness and damping of joints with a <springdamper>: a time constant T and a damping ratio r.
//
//   stiffness = M / (T r)^2,   damping = 2 M / T
//
// M is the joint's diagonal element of the mass matrix at qpos0 (of a ball or free joint, the mean of its elements), so
// that the joint alone, with everything else locked, moves as asked.
#pragma once

#include <array>
#include <map>
#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

// `pairs`: T and r by the names of the joints.
void set_springs(const std::map<std::string, std::array<double, 2>>& pairs, Description& description);

}  // namespace sinew::mjcf
