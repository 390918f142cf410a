// Defines the state of a robot (positions, velocities, joint torques and accelerations) and makes reproducible random
// states.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

struct State {
  std::vector<double> q{}, v{}, tau{}, a{};
};

// Returns a random state, the same on every machine for the same seed: positions inside the limits (within +-pi or
// +-1 m where there are none), uniform rotations, and velocities, joint torques and accelerations within +-1.
State random_state(const Model& model, std::uint64_t seed);

}  // namespace sinew
