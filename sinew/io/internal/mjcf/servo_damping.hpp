// Computes the damping of servos that give it as a ratio to critical damping (dampratio).
//
//   kv = 2 ratio sqrt(kp m),   m = sum over the degrees of freedom of M_ii / r_i^2
//
// M is the mass matrix and r the moment arms of the actuator, both at qpos0; degrees of freedom without a moment arm are
// left out. MuJoCo does the same.
#pragma once

#include <map>
#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

// `ratios`: by the names of the actuators.
void set_servo_damping(const std::map<std::string, double>& ratios, Description& description);

}  // namespace sinew::mjcf
