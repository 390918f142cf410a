// Operational-space control: the inverse operational-space inertia Omega, its inverse Lambda, bias and null space of
// tasks at frames of the robot.
#pragma once

#include "sinew/algorithms/operational_space/operational_space.hpp"  // OperationalSpace
