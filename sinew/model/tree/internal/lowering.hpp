// Lowers the user's description to the flat tree of links: merges bodies that are fixed to each other, expands joints
// of several degrees of freedom, and chooses the frames of the links.
#pragma once

#include "sinew/model/model.hpp"
#include "sinew/model/tree/tree.hpp"

namespace sinew {

struct Lowered {
  Tree<double> tree;
  std::vector<JointInfo> joints;
  std::vector<FixedJointInfo> fixed_joints;
  std::vector<FrameInfo> frames;  // [0] is the ground, then bodies in depth-first order, then named frames
  std::vector<DegreeOfFreedom> dofs;  // one per velocity
  std::vector<TendonInfo> tendons;
};

// Lowers a description, which must be free of errors.
Lowered lower(const Description& description);

// Returns the order of the bodies in q and v: depth first, children in the order of the description.
std::vector<int> depth_first_order(const Description& description);

}  // namespace sinew
