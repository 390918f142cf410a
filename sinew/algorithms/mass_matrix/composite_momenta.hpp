// Computes the momenta that unit joint velocities give to composite bodies. The mass matrix and the centroidal momentum
// matrix are made of them.
//
// R87 (29), (32): r(k) = M(k) + sum phi r(k-1) phi^* is the composite inertia of link k and its descendants with all
// joints locked (ten numbers); x = phi(i, k) r(k) H(k)^T, propagated inward from link to link, is the momentum of
// this composite body per unit of v(k), expressed at link i. The degrees of freedom (DOFs) of a link and its
// descendants are consecutive (depth-first order), so that all their momenta cross the joint in one loop over six
// arrays, several per instruction.
//
// Cost: 37 multiplications per revolute link for r, and 20 (and 12 additions) for every DOF of the link and its
// descendants.
#pragma once

#include <utility>

#include "sinew/algorithms/dynamics/unit_forces.hpp"
#include "sinew/model/tree/tree_walk.hpp"

namespace sinew::composite {

// Transforms the momenta of all DOFs of a link and its descendants through the link's joint to the parent.
template <Scalar T, class Joint>
SINEW_INLINE void move_to_parent(const Joint& joint, Momenta<T>& x) {
  unit_forces::with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
    unit_forces::for_each_column<true>(x, joint.link.v, joint.link.v_end,
                                       [&](auto& f, int) SINEW_INLINE_LAMBDA { phi(f); });
  });
}

// Returns component i of H x(j), which for most joints is one of the six numbers of x(j).
template <Scalar T, class Joint>
SINEW_INLINE T measure(const Joint& joint, const Momenta<T>& x, int i, int j) {
  if constexpr (requires { joint.row(i); }) {
    return x.row(joint.row(i))[j];
  } else {
    return joint.measure(x.get(j), i);
  }
}

// Sweeps from tip to base. Calls `at_link(joint)` at every link, when work.momenta has the momenta of all DOFs of the
// link and its descendants in the frame of the link. At the end the momenta are in the ground link's frame if
// `to_ground` is true, and in the frames of the ground's children if it is false.
template <bool to_ground, Scalar T, class AtLink>
inline void sweep(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, AtLink&& at_link) {
  RigidInertia<T>* const sums = work.composite.data();
  RigidInertia<T> carried{}, r;
  tree_walk::inward(
      tree, work.joints, all_links(tree),
      [&](const auto& own, std::size_t k) SINEW_INLINE_LAMBDA {
        r = own.inertia.template cast<T>();
        if (own.next_is_child) r = r + carried;
        if (own.junction) r = r + std::exchange(sums[k], {});
      },
      [&](const auto& joint, std::size_t) SINEW_INLINE_LAMBDA {
        const auto& link = joint.link;
        for (int i = 0; i < joint.count(); ++i) work.momenta.set(link.v + i, joint.column(r, i));
        at_link(joint);
        if (link.parent == 0 && !to_ground) return false;
        move_to_parent(joint, work.momenta);
        carried = joint.to_parent(r);
        return true;
      },
      [&](std::size_t parent, bool) SINEW_INLINE_LAMBDA { sums[parent] = sums[parent] + carried; });
  sums[0] = {};
}

}  // namespace sinew::composite
