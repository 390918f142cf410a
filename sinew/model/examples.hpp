// Serial robots of any length made in code, for tests and benchmarks: the same on every machine.
#pragma once

#include <cstdint>

#include "sinew/model/description.hpp"

namespace sinew {

// Rods of 1 m and 1 kg that hang down while at zero, hinged about y: bodies link1..., joints joint1..., frame
// "tip".
Description planar_chain(int links);

// Revolute joints about random axes, links of 0.1 to 0.4 m that are boxes of 0.5 to 2.5 kg, turned at random;
// frame "tip". The same chain for the same seed; a longer chain begins with the shorter one.
Description random_chain(int links, std::uint64_t seed);

}  // namespace sinew
