// Completes a tree of bodies: checks the rules that depend on where a body is, loads the meshes that are needed, fits
// shapes to them, and computes the masses.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

void complete(BodyTree& tree, Reading& reading);

// Returns the shapes of a body, in its frame.
std::vector<Shape> shapes_of(const TreeBody& body);

}  // namespace sinew::mjcf
