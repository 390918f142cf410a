// Reads <sensor>.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the sensors of a <sensor> section. All bodies, tendons and actuators must have been read before.
void read_sensors(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
