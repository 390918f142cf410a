// Visits the links of a tree, inward (tip to base) or outward (base to tip), and passes results between a link and its
// parent.
//
// The links are numbered branch by branch, so that the parent of link k is often link k - 1, the next one that an
// inward walk visits. A result then passes in variables of the caller, which stay in registers; otherwise it passes
// through an array with one entry per link:
//
//   inward     the children of link k other than k + 1 (Link::junction) add their results to entry k
//   outward    link k reads the result of its parent from the parent's entry
//
// A sweep captures these variables by reference. All functions are inlined, so that a walk costs no more than the loop
// written out (tests/instructions).
#pragma once

#include "sinew/model/joints/joints.hpp"

namespace sinew::tree_walk {

// Walks inward over the links last - 1, ..., first. At each link k calls
//
//   gather(own, k)        `own` is the link. Sums the results of its children: that of link k + 1, in variables, if
//                         own.next_is_child; those of the others, in entry k, if own.junction.
//   cross(joint, k)       Computes the result for the parent and leaves it in variables. Returns whether the parent
//                         needs it.
//   add(parent, first)    Adds the result to the parent's entry, unless the next link is the parent. `first` is true
//                         for the first child that arrives; it overwrites an entry that was not cleared before.
template <Scalar T, class Gather, class Cross, class Add>
SINEW_INLINE void inward(const Tree<ConstantOf<T>>& tree, const detail::JointState<T>& joints,
                         LinkRange links, const Gather& gather, const Cross& cross, const Add& add) {
  // In this form of the loop the compiler keeps pointers to the entries instead of computing them from k.
  const std::size_t end = links.first - 1;
  for (std::size_t k = links.last - 1; k > end; --k) {
    gather(tree.links[k], k);
    at_joint(tree, joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      if (!cross(joint, k)) return;
      const auto parent = std::size_t(joint.link.parent);
      if (parent + 1 == k) return;
      add(parent, joint.link.v_end == tree.links[parent].v_end);
    });
  }
}

// Adds a result to the sum at a junction, or overwrites the sum of an earlier walk.
template <class X>
SINEW_INLINE void add_or_overwrite(X& sum, const X& x, bool overwrites) {
  sum = overwrites ? x : sum + x;
}

// Walks outward over the links first, ..., last - 1. At each link k calls
//
//   fetch(parent)         Reads the parent's result from its entry to variables, unless link k - 1, whose result is in
//                         them, is the parent.
//   cross(joint, k)       Replaces the parent's result by that of link k, and stores it in entry k: at every link, or
//                         only if joint.link.junction.
template <Scalar T, class Fetch, class Cross>
SINEW_INLINE void outward(const Tree<ConstantOf<T>>& tree, const detail::JointState<T>& joints,
                          LinkRange links, const Fetch& fetch, const Cross& cross) {
  for (std::size_t k = links.first; k < links.last; ++k) {
    const auto parent = std::size_t(tree.links[k].parent);
    if (parent + 1 != k) fetch(parent);
    at_joint(tree, joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA { cross(joint, k); });
  }
}

}  // namespace sinew::tree_walk
