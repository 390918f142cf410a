// Positions and velocities of a whole robot, and reproducible random ones.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/model/model.hpp"

namespace sinew {

struct State {
  std::vector<double> q{}, v{}, tau{}, a{};
};

// The same numbers on every machine for the same seed: positions inside the limits (within +-pi or +-1 m
// where there are none), uniform rotations, velocities, moments and accelerations within +-1.
State random_state(const Model& model, std::uint64_t seed);

}  // namespace sinew
