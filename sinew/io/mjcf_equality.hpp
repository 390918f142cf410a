// <equality>: connect and weld become loops, joint becomes a coupling, as MuJoCo compiles them.
//
// Poses that MuJoCo takes at qpos0 are those in which the bodies are written, since every joint is there at its
// reference. MuJoCo's constraints are soft (solref, solimp); these hold exactly.
#pragma once

#include "sinew/io/mjcf_tree.hpp"

namespace sinew::mjcf {

// Adds what an <equality> section holds; to be called when all bodies are known.
void read_equality(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
