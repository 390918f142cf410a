// Reads <equality>: <connect> and <weld> become loops, <joint> and <tendon> become couplings, as MuJoCo compiles them.
//
// MuJoCo evaluates poses at qpos0, where every joint is at its reference. These are the poses in which the file places
// the bodies. MuJoCo's constraints are soft (solref, solimp); sinew's hold exactly.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the constraints of an <equality> section. All bodies and tendons must have been read
// before.
void read_equality(Element section, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
