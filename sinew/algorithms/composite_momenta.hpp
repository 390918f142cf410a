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

#include <algorithm>
#include <utility>

#include "sinew/algorithms/workspace.hpp"
#include "sinew/model/joints.hpp"
#include "sinew/scalar/pack.hpp"

namespace sinew::composite {

// Visits the momenta of DOFs [first, last). Calls `visit(f, j)` with the force of DOF j, or with a pack of the forces
// of DOF j and those after it. If `changing` is true, stores the f that `visit` has changed; if false, only reads.
template <bool changing, Scalar T, class Visit>
SINEW_INLINE void for_each(Momenta<T>& x, int first, int last, const Visit& visit) {
  int j = first;
  if constexpr (std::same_as<T, double> || std::same_as<T, float>) {
    // A few forces are faster one by one: reading a pack that was just written in other pieces stalls the processor.
    constexpr int few = std::max(6, PackOf<T>::size);
    for (; last - j >= few; j += PackOf<T>::size) {
      Force<Pack<T>> f;
      load<T>(f.angular.x, x.row(0) + j), load<T>(f.angular.y, x.row(1) + j),
          load<T>(f.angular.z, x.row(2) + j);
      load<T>(f.linear.x, x.row(3) + j), load<T>(f.linear.y, x.row(4) + j), load<T>(f.linear.z, x.row(5) + j);
      visit(f, j);
      if (!changing) continue;
      store<T>(f.angular.x, x.row(0) + j), store<T>(f.angular.y, x.row(1) + j),
          store<T>(f.angular.z, x.row(2) + j);
      store<T>(f.linear.x, x.row(3) + j), store<T>(f.linear.y, x.row(4) + j),
          store<T>(f.linear.z, x.row(5) + j);
    }
  }
  for (; j < last; ++j) {
    Force<T> f = x.get(j);
    visit(f, j);
    if (changing) x.set(j, f);
  }
}

// Calls `use(phi)`, where phi(f) transforms one force, or a pack of forces, in place from the frame of a link through
// its joint to the frame of its parent. phi holds copies, so that the compiler knows that no store through a pointer
// changes it.
template <Scalar T, class TurnX, class Use>
SINEW_INLINE void with_phi(const TurnedStepJoint<T, TurnX>& joint, const Use& use) {
  const ScrewZ<T> screw = joint.screw;
  const ScrewX<ConstantOf<T>, TurnX> normal = joint.normal();
  const auto step = [=](auto& f) SINEW_INLINE_LAMBDA {
    screw.force_to_parent_in_place(f);
    normal.force_to_parent_in_place(f);
  };
  if (!joint.branch) return use(step);
  const ScrewZ<ConstantOf<T>> branch = *joint.branch;
  use([=](auto& f) SINEW_INLINE_LAMBDA {
    step(f);
    branch.force_to_parent_in_place(f);
  });
}
template <Scalar T, class Use>
SINEW_INLINE void with_phi(const PlacedJoint<T>& joint, const Use& use) {
  const Transform<T> placement = joint.placement;
  use([=](auto& f) SINEW_INLINE_LAMBDA { placement.force_to_parent_in_place(f); });
}

// Transforms the momenta of all DOFs of a link and its descendants through the link's joint to the parent.
template <Scalar T, class Joint>
SINEW_INLINE void move_to_parent(const Joint& joint, Momenta<T>& x) {
  with_phi(joint, [&](const auto& phi) SINEW_INLINE_LAMBDA {
    for_each<true>(x, joint.link.v, joint.link.v_end, [&](auto& f, int) SINEW_INLINE_LAMBDA { phi(f); });
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
  RigidInertia<T> carried{};
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    const auto& own = tree.links[k];
    RigidInertia<T> r = own.inertia.template cast<T>();
    if (own.next_is_child) r = r + carried;
    if (own.junction) r = r + std::exchange(sums[k], {});
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      for (int i = 0; i < joint.count(); ++i) work.momenta.set(link.v + i, joint.column(r, i));
      at_link(joint);
      if (link.parent == 0 && !to_ground) return;
      move_to_parent(joint, work.momenta);
      carried = joint.to_parent(r);
      if (std::size_t(link.parent) + 1 != k) sums[link.parent] = sums[link.parent] + carried;
    });
  }
  sums[0] = {};
}

}  // namespace sinew::composite
