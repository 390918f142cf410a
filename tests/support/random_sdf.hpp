// Makes SDF files of random worlds: models in models, included and merged models, poses relative to any frame, frames
// attached to any other, joints of all types with axes in any frame, placement frames, canonical links, quaternions.
// libsdformat accepts each of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace sinew::test {

// The texts of the files by name; the world is in world.sdf and includes the others.
std::map<std::string, std::string> random_sdf(std::uint64_t seed);

}  // namespace sinew::test
