// Converts the tendons of MJCF to those of a Description: gives their elements the names of bodies, and the sizes of
// geoms, which are known only when the tree is complete because geoms may be fitted to meshes.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Returns the tendons with the names of bodies, by index, and the sizes of geoms. Unnamed tendons are called tendon0,
// tendon1, ... after their index, which is MuJoCo's id.
std::vector<Tendon> lowered_tendons(const BodyTree& tree, const std::vector<std::string>& bodies,
                                    Findings& findings);

// Sets the rest lengths that the file leaves to the position at which the springs of joints are at rest, as MuJoCo does.
void set_rest_lengths(Description& description, Findings& findings);

}  // namespace sinew::mjcf
