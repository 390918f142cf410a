// Makes MJCF texts of random trees: all joint types, several joints per body, anchors, references, all primitive
// shapes, all forms of orientations, classes. MuJoCo accepts each of them.
#pragma once

#include <cstdint>
#include <string>

namespace sinew::test {

std::string random_mjcf(std::uint64_t seed);

}  // namespace sinew::test
