// Finds floating bodies that fall because nothing supports them.
//
//   fall = g^ . (p - p_0 - v_0 t)        against free fall |g| t^2 / 2;   g^: direction of gravity, p: origin of the body
//
// A body that floats on the ground is free if no closed loop connects its tree with anything else. It falls freely if
// the displacement that gravity adds to its initial motion is more than half of that of free fall.
//
// Cost: linear in the numbers of bodies and loops.
#pragma once

#include <string>

#include "sinew/simulate/run/dynamics.hpp"

namespace sinew {

// Returns a sentence that names the body and the displacement from `start` to `now`, or an empty text.
std::string free_fall(const Mechanism& mechanism, const SimulationState& start, const SimulationState& now);

}  // namespace sinew
