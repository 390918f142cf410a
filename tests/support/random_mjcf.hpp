// MJCF texts of random trees: every joint type, several joints to a body, anchors, references, all primitive
// shapes, all spellings of orientations, classes. MuJoCo accepts each of them.
#pragma once

#include <cstdint>
#include <string>

namespace sinew::test {

std::string random_mjcf(std::uint64_t seed);

}  // namespace sinew::test
