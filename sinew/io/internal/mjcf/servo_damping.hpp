// Computes the damping of servos that give it as a ratio to critical damping (dampratio).
//
//   kv = 2 ratio sqrt(kp m),   m = 1 / (r M^-1 r^T)
//
// M is the mass matrix and r the moment arms of the actuator, both at qpos0: m is the inertia that the actuator moves while
// nothing else acts. MuJoCo 3 does the same. For a robot with physical errors, M is that of the repaired robot
// (model/description/repaired.hpp).
#pragma once

#include <map>
#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

// `ratios`: by the names of the actuators.
void set_servo_damping(const std::map<std::string, double>& ratios, Description& description);

}  // namespace sinew::mjcf
