// Propagates forces inward through joints that yield to them, psi z, and measures them at the degrees of freedom (DOFs)
// that they cross. Several forces, the columns of a matrix, cross a joint together.
//
// SOA (9), R87 (72): with the gain G of the filter, a force z on a link changes on its way to the parent as
//
//   e = H z                  measurement of the force at a DOF of the joint
//   z -> z - G e             without the part that accelerates the joint; DOFs from the last to the first
//   z -> phi z               in the frame of the parent
//
// that is, by psi = phi (I - G H). All results that need unit forces are made of z and e:
//
//   Omega += e^* e / D       of frames (operational_space.hpp), of constraint rows (constraint_response.hpp) and of
//                            blocks of a long chain (block_response.hpp)
//   m^-1(k, j) = d(k) z_j    inverse mass matrix (inverse_mass_matrix.hpp); W(k, j) = - e(k, j) are its factors
//
// Without the filter, G = 0, the joints are locked: z -> phi z, and e are entries of the Jacobian. A column is a
// Force<S>; S is one number or a SIMD pack of the numbers of adjacent columns.
//
// Cost: per revolute link and column 26 multiplications and 18 additions, 6 of each for z - G e.
#pragma once

#include <algorithm>
#include <cstddef>

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/joints/joints.hpp"
#include "sinew/scalar/simd/pack.hpp"

namespace sinew::unit_forces {

// Read and write column j, or the pack of columns that starts with column j.
template <class S, Scalar T>
SINEW_INLINE Force<S> read_column(const Momenta<T>& columns, int j) {
  Force<S> f;
  detail::read(f.angular.x, columns.row(0) + j), detail::read(f.angular.y, columns.row(1) + j);
  detail::read(f.angular.z, columns.row(2) + j), detail::read(f.linear.x, columns.row(3) + j);
  detail::read(f.linear.y, columns.row(4) + j), detail::read(f.linear.z, columns.row(5) + j);
  return f;
}
template <class S, Scalar T>
SINEW_INLINE void write_column(Momenta<T>& columns, int j, const Force<S>& f) {
  detail::keep(columns.row(0) + j, f.angular.x), detail::keep(columns.row(1) + j, f.angular.y);
  detail::keep(columns.row(2) + j, f.angular.z), detail::keep(columns.row(3) + j, f.linear.x);
  detail::keep(columns.row(4) + j, f.linear.y), detail::keep(columns.row(5) + j, f.linear.z);
}

// Visits the columns [first, last). Calls `visit(f, j)` with column j, or with the pack of column j and those after it.
// If `changing` is true, stores the f that `visit` has changed; if false, only reads.
template <bool changing, Scalar T, class Visit>
SINEW_INLINE void for_each_column(Momenta<T>& columns, int first, int last, const Visit& visit) {
  int j = first;
  if constexpr (detail::has_packs<T>) {
    // A few columns are faster one by one: reading a pack that was just written in other pieces stalls the processor.
    constexpr int few = std::max(6, detail::pack_size<T>);
    for (; last - j >= few; j += detail::pack_size<T>) {
      Force<detail::Pack<T>> f = read_column<detail::Pack<T>>(columns, j);
      visit(f, j);
      if (changing) write_column(columns, j, f);
    }
  }
  for (; j < last; ++j) {
    Force<T> f = columns.get(j);
    visit(f, j);
    if (changing) columns.set(j, f);
  }
}

// Calls `use(phi)`, where phi(f) transforms a column in place from the frame of a link through its joint to the frame
// of its parent. phi holds copies, so that the compiler knows that no store through a pointer changes it.
template <Scalar T, class RotationX, class Use>
SINEW_INLINE void with_phi(const RotatedStepJoint<T, RotationX>& joint, const Use& use) {
  const ScrewZ<T> screw = joint.screw;
  const ScrewX<ConstantOf<T>, RotationX> normal = joint.normal();
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

// z -> z - G e.
template <Scalar T, class S>
SINEW_INLINE void subtract(const Force<T>& G, const S& e, Force<S>& z) {
  const auto& [a, l] = G;
  z = {{z.angular.x - a.x * e, z.angular.y - a.y * e, z.angular.z - a.z * e},
       {z.linear.x - l.x * e, z.linear.y - l.y * e, z.linear.z - l.z * e}};
}

// Passes a column through the first `count` DOFs of a joint, from the last to the first. Calls `on_measured(i, e, z)`
// at DOF i, before z changes; it may add a torque at the joint to e. G[i].gain is the gain of DOF i; nullptr stands
// for locked joints. The caller applies phi, because some sweeps need z between the two.
template <class Joint, class Gains, class S, class OnMeasured>
SINEW_INLINE void cross_dofs(const Joint& joint, int count, const Gains& G, Force<S>& z,
                             const OnMeasured& on_measured) {
  for (int i = count - 1; i >= 0; --i) {
    S e = joint.measure(z, i);
    on_measured(i, e, z);
    if constexpr (!std::same_as<Gains, std::nullptr_t>) subtract(G[i].gain, e, z);
  }
}

}  // namespace sinew::unit_forces
