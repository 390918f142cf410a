// Copies a tree of bodies, or the subtree of one body, into another tree, with a prefix and a suffix on all names. The
// constraints, tendons and keyframes that concern copied bodies only are copied, too.
#pragma once

#include "sinew/io/internal/mjcf/tree.hpp"

namespace sinew::mjcf {

struct Graft {
  const BodyTree& from;
  int root = -1;  // index of the body to copy; -1 for everything, including the geoms and sites of the ground
  std::string prefix{}, suffix{};
  Transform<double> frame{};  // of the copies, in the body `parent`
  int parent = -1;            // index in the tree that grows; -1 for the ground
  Element at{};               // the element that requests the copy, for messages
};

// Returns false, and reports an error, if the model has become too large.
bool graft(const Graft& graft, Reading& reading, BodyTree& to);

}  // namespace sinew::mjcf
