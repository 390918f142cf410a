// Reduces a robot to its base inertial parameters: moves to the parent whatever part of a link's inertia its joint
// cannot distinguish from an inertia of the parent.
//
// Gautier & Khalil, Direct calculation of minimum set of inertial parameters of serial robots, IEEE Transactions on
// Robotics and Automation 6 (1990), here for trees. A rigid inertia N may move from a link to its parent if it looks
// the same for every position of the joint between them, and if the joint moves none of it, N H^T = 0:
//
//   revolute    mass, h_z, and diag(I_yy, I_yy, 0): a rod on the axis
//   helical     diag(I_yy, I_yy, 0)
//   prismatic   the whole inertia tensor, without mass
//   spherical   the mass, as a point at the centre
//
// The mass matrix, joint torques, accelerations, D and Omega stay exactly the same; forces inside links do not. A
// revolute link keeps seven numbers instead of ten, and in sweeps on symbols every zero saves operations.
//
// Cost: O(n), once per robot (once per state for what depends on open parameters).
#pragma once

#include <utility>

#include "sinew/model/tree/tree.hpp"

namespace sinew {

// Removes from a link, and returns in the link's frame, the part of its inertia that can move to the parent.
template <class C>
RigidInertia<C> take_movable(LinkKind kind, RigidInertia<C>& link) {
  auto& i = link.inertia;
  RigidInertia<C> movable{};
  const auto take_rod = [&] {
    movable.inertia.xx = movable.inertia.yy = i.yy;
    i.xx = i.xx - i.yy;
    i.yy = C(0);
  };
  switch (kind) {
    case LinkKind::revolute:
      movable.mass = std::exchange(link.mass, C(0));
      movable.moment.z = std::exchange(link.moment.z, C(0));
      take_rod();
      break;
    case LinkKind::helical:
      take_rod();
      break;
    case LinkKind::prismatic:
      movable.inertia = std::exchange(i, {});
      break;
    case LinkKind::spherical:
      movable.mass = std::exchange(link.mass, C(0));
      break;
    case LinkKind::floating:
    case LinkKind::columns:
      break;
  }
  return movable;
}

// Moves inertias to the parents, tip to base.
template <class C>
void regroup_inertias(Tree<C>& tree) {
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    Link<C>& link = tree.links[k];
    RigidInertia<C> moved = take_movable(link.kind, link.inertia);
    if (link.parent == 0) continue;  // the ground does not move
    if (is_step(link.kind)) {
      // The result does not depend on q; q = 0 is used.
      const auto [s, c] = sine_cosine(link.angle);
      moved = link.normal.to_parent(ScrewZ<C>{c, s, link.offset}.to_parent(moved));
      if (link.side >= 0) moved = tree.branches[std::size_t(link.side)].to_parent(moved);
    } else {
      moved = to_parent(tree.placed_joints[std::size_t(link.side)].placement, moved);
    }
    RigidInertia<C>& parent = tree.links[std::size_t(link.parent)].inertia;
    parent = parent + moved;
  }
}

}  // namespace sinew
