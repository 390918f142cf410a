// From MuJoCo's bodies to sinew's, which have one joint each.
//
// A body with one joint at its own origin becomes one body. Otherwise every joint but perhaps the last moves
// a massless carrier that stands at the joint's anchor and is named after the joint; the body of the file
// comes last, so that its name still means MuJoCo's body frame. A free body's q is its pose in the world, as
// MuJoCo's qpos. The joints' initial positions are MuJoCo's qpos0, at which all bodies stand as they are written.
#pragma once

#include "sinew/io/load.hpp"
#include "sinew/io/mjcf_tree.hpp"

namespace sinew::mjcf {

void lower(const BodyTree& tree, Base base, Description& description, Findings& findings);

}  // namespace sinew::mjcf
