// Reads <actuator> as MuJoCo compiles it.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the actuators of an <actuator> section. All bodies must have been read before.
void read_actuators(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
