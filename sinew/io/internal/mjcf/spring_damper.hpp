// Computes the stiffness and damping of joints with a <springdamper>: a time constant T and a damping ratio r.
//
//   stiffness = m / (T r)^2,   damping = 2 m / T
//
// m is the inertia that the joint feels at qpos0 while all others are free: one over its diagonal element of the inverse
// mass matrix (of a ball or free joint, one over the mean of its elements). For a robot with physical errors, m is that of
// the repaired robot (model/description/repaired.hpp).
#pragma once

#include <array>
#include <map>
#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

// `pairs`: T and r by the names of the joints.
void set_springs(const std::map<std::string, std::array<double, 2>>& pairs, Description& description);

}  // namespace sinew::mjcf
