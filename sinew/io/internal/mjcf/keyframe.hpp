// Reads <keyframe>: positions of all joints, by name.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the keys of a <keyframe> section. All bodies must have been read before.
void read_keyframe(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
