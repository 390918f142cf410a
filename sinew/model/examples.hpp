// Makes serial chains of any length for tests and benchmarks, the same on every machine.
#pragma once

#include <cstdint>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Returns a chain of rods of 1 m and 1 kg with revolute joints about y; it hangs down at q = 0. Its bodies are link1,
// ..., its joints joint1, ..., and its end is the frame "tip".
Description planar_chain(int links);

// Returns a chain of revolute joints about random axes. Its links are 0.1 to 0.4 m long and have the inertia of boxes
// of 0.5 to 2.5 kg with random orientations; its end is the frame "tip". The same seed gives the same chain, and a
// longer chain begins with the shorter one.
Description random_chain(int links, std::uint64_t seed);

}  // namespace sinew
