// Reads <replicate>: copies its contents, each copy displaced and rotated relative to the one before it.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

// Adds the copies to the body of index `parent`, or to the ground if it is -1.
void replicate(const Placed& placed, int parent, Reading& reading, BodyTree& tree);

}  // namespace sinew::mjcf
