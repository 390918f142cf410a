// Reads <tendon>: fixed tendons, and spatial ones with sites, pulleys and geoms that they wrap around.
//
// The geoms may be fitted to meshes, so that their sizes are known only when the tree is complete.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the tendons of a <tendon> section. All bodies must have been read before.
void read_tendons(Element section, Reading& reading, BodyTree& tree);

// Returns the tendons with the names of bodies, by index, and the sizes of geoms. Unnamed tendons are called tendon0,
// tendon1, ... after their index, which is MuJoCo's id.
std::vector<Tendon> lowered_tendons(const BodyTree& tree, const std::vector<std::string>& bodies,
                                    Findings& findings);

// Sets the rest lengths that the file leaves to the position at which the springs of joints are at rest, as MuJoCo does.
void set_rest_lengths(Description& description, Findings& findings);

}  // namespace sinew::mjcf
