// The momenta that single unit velocities give to composite bodies: what the mass matrix and the centroidal
// momentum matrix are made of.
//
// R87 (28)-(31): r(k) = M(k) + sum phi r(k-1) phi^* is the inertia of link k and all it carries, as if frozen
// (ten numbers); x = phi(i, k) r(k) H(k)^T, carried inward from link to link, is its momentum per unit of
// v(k), seen from link i. The freedoms a link carries are consecutive (depth-first order), so all their
// momenta cross the joint in one loop over six arrays, which the compiler turns into vector instructions.
//
// Cost: about 25 multiplications per link for r, and 20 for every freedom a joint carries.
#pragma once

#include "sinew/algorithms/workspace.hpp"
#include "sinew/model/joints.hpp"

namespace sinew::composite {

// phi of a modified Denavit-Hartenberg step.
template <Scalar T>
struct Step {
  ScrewZ<T> screw;
  ScrewX<ConstantOf<T>> normal;
  SINEW_INLINE Force<T> force_to_parent(const Force<T>& f) const {
    return normal.force_to_parent(screw.force_to_parent(f));
  }
};

// Moves the momenta of freedoms [first, last) by phi. Taken by value, for the loop must not fear that its
// stores change phi.
template <Scalar T, class Phi>
inline void move(const Phi phi, Momenta<T>& x, int first, int last) {
  T* const ax = x.row(0);
  T* const ay = x.row(1);
  T* const az = x.row(2);
  T* const lx = x.row(3);
  T* const ly = x.row(4);
  T* const lz = x.row(5);
  SINEW_INDEPENDENT_TURNS
  for (int j = first; j < last; ++j) {
    const Force<T> moved = phi.force_to_parent(Force<T>{{ax[j], ay[j], az[j]}, {lx[j], ly[j], lz[j]}});
    ax[j] = moved.angular.x, ay[j] = moved.angular.y, az[j] = moved.angular.z;
    lx[j] = moved.linear.x, ly[j] = moved.linear.y, lz[j] = moved.linear.z;
  }
}

// Through the joint of a link, to the parent's frame.
template <Scalar T>
SINEW_INLINE void move_to_parent(const StepJoint<T>& joint, Momenta<T>& x) {
  const int first = joint.link.v, last = joint.link.v_end;
  move<T>(Step<T>{joint.screw, joint.link.normal}, x, first, last);
  if (joint.branch) move<T>(*joint.branch, x, first, last);
}
template <Scalar T>
SINEW_INLINE void move_to_parent(const PlacedJoint<T>& joint, Momenta<T>& x) {
  move<T>(joint.placement, x, joint.link.v, joint.link.v_end);
}

// Tip to base. `at_link(joint, k)` sees the momenta of every freedom of the link and of those it carries, in
// the frame of link k. At the end they are in the ground link's frame if `to_ground`.
template <bool to_ground, Scalar T, class AtLink>
inline void sweep(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, AtLink&& at_link) {
  const std::size_t count = tree.links.size();
  for (std::size_t k = 1; k < count; ++k) work.composite[k] = tree.links[k].inertia.template cast<T>();
  for (std::size_t k = count - 1; k > 0; --k) {
    at_joint(
        tree, work.joints, k, [&](const auto& joint) __attribute__((always_inline)) {
          const auto& link = joint.link;
          const RigidInertia<T>& r = work.composite[k];
          for (int i = 0; i < joint.count(); ++i) work.momenta.set(link.v + i, joint.column(r, i));
          at_link(joint, k);
          if (link.parent == 0 && !to_ground) return;
          move_to_parent(joint, work.momenta);
          if (link.parent == 0) return;
          RigidInertia<T>& parent = work.composite[std::size_t(link.parent)];
          parent = parent + joint.to_parent(r);
        });
  }
}

}  // namespace sinew::composite
