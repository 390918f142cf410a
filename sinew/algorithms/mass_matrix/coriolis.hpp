// Computes the Coriolis and centrifugal torques of two velocities, C(q, v) w, and the Coriolis matrix C(q, v) itself.
//
// C v is the part of the bias force that depends on the velocities, and dM/dt - 2 C is skew-symmetric, as
// passivity-based control requires. Many matrices have these two properties; this one is made of the Christoffel
// symbols of M. The velocities of spherical and floating joints are not the rates of q. For these joints C is the
// torsion-free connection, C(q, v) w - C(q, w) v = M [v, w] (except for armature, which gives no Coriolis torques).
// For all other joints C(q, v) w = C(q, w) v.
//
// The product is the Newton-Euler recursion R87 (16)-(21) with every square of v replaced by its bilinear form:
//
//   outward   V(k) = phi^* V(k+1) + H^T v                 W(k) = phi^* W(k+1) + H^T w
//             c(k) = phi^* c(k+1) + (V x H^T w + W x H^T v + dH^T(v) w + dH^T(w) v + [H^T v, H^T w]) / 2
//             f(k) = M c + (V x* M W + W x* M V) / 2
//   inward    f(k) += sum phi f(k-1)
//             (C w)(k) = H f
//
// The bracket [,] appears for spherical and floating joints only. The matrix is that of S. Echeandia & P. M. Wensing,
// "Numerical methods to compute the Coriolis matrix and Christoffel symbols for rigid-body systems", J. Computational
// and Nonlinear Dynamics 16(9), 2021, in link frames (spatial/mass_flow.hpp has B):
//
//   outward   h(k) = dH^T/dt + V x H^T                    rate of the axes, seen from the ground
//   inward    r(k) = M + sum phi r phi^*                  B(k) = B(M, V) + sum phi B phi^*
//             C(i, k) = H(i) phi(i, k) (r h + B H^T)(k)   for k at or outboard of i
//             C(k, i) = h(i)^T phi(i, k) r H^T(k) + H(i) phi(i, k) B^* H^T(k)
//
// Cost: the product is O(n), per revolute link 208 multiplications, 159 additions, one sine and cosine; the matrix
// takes 66 multiplications and 42 additions for every pair of degrees of freedom (DOFs) on one path to the ground.
#pragma once

#include <algorithm>
#include <utility>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"

namespace sinew {

// Computes out = C(q, v) w.
template <Scalar T>
void coriolis_product(Workspace<T>& work, In<T> q, In<T> v, In<T> w, Out<T> out);

// Computes C, n_v x n_v.
template <Scalar T>
void coriolis_matrix(Workspace<T>& work, In<T> q, In<T> v, MatrixOut<T> C);

namespace coriolis {

// Calls f(link, joint) for the joints whose axes may depend on q.
template <class C, class F>
inline void at_custom_joints(const Tree<C>& tree, F&& f) {
  for (const int k : tree.other_moves) {
    const auto& link = tree.links[std::size_t(k)];
    if (link.kind != LinkKind::columns) continue;
    const auto& joint = tree.placed_joints[std::size_t(link.side)];
    if (joint.kind == JointKind::custom) f(link, joint);
  }
}

template <Scalar T>
inline void outward_products(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* w) {
  work.bias_acceleration[0] = {};
  const std::size_t count = tree.links.size();
  for (std::size_t k = 1; k < count; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto parent = std::size_t(joint.link.parent);
      const T *own_v = v + joint.link.v, *own_w = w + joint.link.v;
      Motion<T> V = joint.motion_to_child(work.velocity[parent]);
      Motion<T> W = joint.motion_to_child(work.other_velocity[parent]);
      joint.advance(V, own_v);
      joint.advance(W, own_w);
      Motion<T> twice = joint.bias(V, own_w) + joint.bias(W, own_v);
      if constexpr (requires { joint.bracket(own_v, own_w); }) twice += joint.bracket(own_v, own_w);
      const Motion<T> c = joint.motion_to_child(work.bias_acceleration[parent]) + T(0.5) * twice;
      const auto& M = joint.link.inertia;
      work.velocity[k] = V;
      work.other_velocity[k] = W;
      work.bias_acceleration[k] = c;
      work.force[k] = M * c + T(0.5) * (cross(V, M * W) + cross(W, M * V));
    });
  }
}

// Computes the velocities, the mass flows and the rates of the axes.
template <Scalar T>
inline void outward_rates(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v) {
  const std::size_t count = tree.links.size();
  for (std::size_t k = 1; k < count; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      Motion<T> V = joint.motion_to_child(work.velocity[std::size_t(joint.link.parent)]);
      joint.advance(V, v + joint.link.v);
      work.velocity[k] = V;
      work.mass_flow[k] = MassFlow<T>(joint.link.inertia, V);
      for (int i = 0; i < joint.count(); ++i)
        work.axis_rate[std::size_t(joint.link.v + i)] = cross(V, joint.axis(i));
    });
  }
}

// Computes the entries of C that couple one DOF of link k with the joints between link k and the ground, in both
// directions. `force` is r h + B H^T, `momentum` is r H^T, and `moment` is B^* H^T.
template <Scalar T>
SINEW_NO_INLINE void couple_to_ancestors(const Tree<ConstantOf<T>>& tree, const Workspace<T>& work,
                                         std::size_t k, int dof, Force<T> force, Force<T> momentum,
                                         Force<T> moment, MatrixView<T> C) {
  for (std::size_t at = k; at != 0; at = std::size_t(tree.links[at].parent)) {
    at_joint(tree, work.joints, at, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count() && at != k; ++i) {
        const int other = joint.link.v + i;
        C(other, dof) = joint.measure(force, i);
        C(dof, other) = dot(work.axis_rate[std::size_t(other)], momentum) + joint.measure(moment, i);
      }
      if (joint.link.parent == 0) return;
      force = joint.force_to_parent(force);
      momentum = joint.force_to_parent(momentum);
      moment = joint.force_to_parent(moment);
    });
  }
}

template <Scalar T>
inline void inward_matrix(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, MatrixView<T> C) {
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      const RigidInertia<T> r = link.inertia.template cast<T>() + std::exchange(work.composite[k], {});
      const MassFlow<T> B = work.mass_flow[k];
      for (int j = 0; j < joint.count(); ++j) {
        const Motion<T> axis = joint.axis(j);
        const Force<T> force = r * work.axis_rate[std::size_t(link.v + j)] + B * axis;
        for (int i = 0; i < joint.count(); ++i) C(link.v + i, link.v + j) = joint.measure(force, i);
        couple_to_ancestors<T>(tree, work, k, link.v + j, force, joint.column(r, j),
                               {transpose_times(B, axis), {}}, C);
      }
      if (link.parent == 0) return;
      const auto parent = std::size_t(link.parent);
      work.composite[parent] = work.composite[parent] + joint.to_parent(r);
      work.mass_flow[parent] = work.mass_flow[parent] + to_parent(joint.pose_of_child(Transform<T>{}), B);
    });
  }
}

}  // namespace coriolis

template <Scalar T>
void coriolis_product(Workspace<T>& work, In<T> q, In<T> v, In<T> w, Out<T> out) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_input("w", w, tree.v_size);
  edge::check_size("the Coriolis product", out, tree.v_size);
  detail::move_to<T>(work, "coriolis_product", content::of_velocity, q.data());
  detail::note_velocity(work, v.data());
  coriolis::at_custom_joints(tree, [&](const auto& link, const auto& joint) {
    work.joints.axes_rate[std::size_t(link.side)] =
        detail::mixed_axes_rate<T>(joint, q.data() + link.q, v.data() + link.v, w.data() + link.v);
  });
  coriolis::outward_products(tree, work, v.data(), w.data());
  newton_euler::inward(tree, work, [&](const auto& joint, const Force<T>& f) SINEW_INLINE_LAMBDA {
    for (int i = 0; i < joint.count(); ++i) out[std::size_t(joint.link.v + i)] = joint.measure(f, i);
  });
  edge::check_overflow("the Coriolis product", out);
}

template <Scalar T>
void coriolis_matrix(Workspace<T>& work, In<T> q, In<T> v, MatrixOut<T> C) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_size("the Coriolis matrix", C, tree.v_size, tree.v_size);
  detail::move_to<T>(work, "coriolis_matrix", content::of_velocity, q.data());
  detail::note_velocity(work, v.data());
  coriolis::outward_rates(tree, work, v.data());
  coriolis::at_custom_joints(tree, [&](const auto& link, const auto& joint) {
    Motion<T> rates[6];
    detail::custom_axis_rates<T>(joint, q.data() + link.q, v.data() + link.v,
                                 work.joints.axes.data() + joint.first_column, rates);
    for (int i = 0; i < joint.count; ++i) work.axis_rate[std::size_t(link.v + i)] += rates[i];
  });
  std::fill(C.data(), C.data() + std::size_t(tree.v_size) * std::size_t(tree.v_size), T(0));
  coriolis::inward_matrix<T>(tree, work, C);
  edge::check_overflow("the Coriolis matrix", C);
}

extern template void coriolis_product(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>);
extern template void coriolis_product(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>);
extern template void coriolis_matrix(Workspace<double>&, In<double>, In<double>, MatrixOut<double>);
extern template void coriolis_matrix(Workspace<float>&, In<float>, In<float>, MatrixOut<float>);

}  // namespace sinew
