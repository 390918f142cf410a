// Reads <tendon>: fixed tendons, and spatial ones with sites, pulleys and geoms that they wrap around.
// tendon_lowering.hpp converts them to those of a Description.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the tendons of a <tendon> section. All bodies must have been read before.
void read_tendons(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
