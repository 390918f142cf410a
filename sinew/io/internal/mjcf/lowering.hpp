// Converts MuJoCo's bodies, which may have several joints, to sinew's, which have one joint each.
//
// A body with one joint at its own origin becomes one body. Otherwise each joint moves a massless carrier body, which
// is placed at the joint's anchor and named after the joint; only the last joint moves the body itself, if it is at
// the body's origin. The body of the file comes last, so that its name still refers to MuJoCo's body frame. The q of a
// free body is its pose in the world, like MuJoCo's qpos. The initial positions of the joints are MuJoCo's qpos0, at
// which all bodies have the poses written in the file.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"
#include "sinew/io/load.hpp"

namespace sinew::mjcf {

void lower(const BodyTree& tree, Base base, Description& description, Findings& findings);

}  // namespace sinew::mjcf
