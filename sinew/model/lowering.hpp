// From the user's description to the flat tree of links: merging, expanding, choosing frames.
#pragma once

#include "sinew/model/model.hpp"
#include "sinew/model/tree.hpp"

namespace sinew {

struct Lowered {
  Tree<double> tree;
  std::vector<JointInfo> joints;
  std::vector<FixedJointInfo> fixed_joints;
  std::vector<FrameInfo> frames;  // [0] is the ground, then bodies in depth-first order, then named frames
  std::vector<Freedom> freedoms;  // one per velocity
};

// The description must be free of errors.
Lowered lower(const Description& description);

// Order of bodies in q and v: depth first, children in the order they are written.
std::vector<int> depth_first_order(const Description& description);

}  // namespace sinew
