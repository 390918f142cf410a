// Computes products of a frame's Jacobian with vectors and with its own adjoint, without forming the Jacobian.
//
// J = B^* phi^* H^* (SOA (1)). The products are recursions along the path between the frame and the ground:
//
//   outward   V(k) = phi^* V(k+1) + H^* v                   J v = V(0)                          R88 (5.1), (5.3)
//             Q(k) = phi^* Q(k+1) phi + H^* H               J J^* = Q(0), velocity covariance   (5.6)-(5.7)
//   inward    x(k) = phi x(k-1),  x(0) = f                  J^* f = H x                         (5.8)
//             R(k) = phi R(k-1) phi^*,  R(0) = 1            J^* J = H phi R H^*
//             D = H P H^*,  G = P H^* / D,  P(0) = 1        J^* J = (I + H phi K) D (I + H phi K)^*
//             P(k) = phi (1 - G H) P(k-1) phi^*             (J^* J)^-1 = W^* D^-1 W,  W = I - H psi K
//
// J^* J is the mass matrix of an arm whose only inertia is the unit matrix at the frame, and the filter inverts it
// like any other mass matrix (SOA section 2, after Rodriguez & Scheid 1987). P loses one rank at each joint: the
// recursion ends when J has no more independent columns. The code expresses all axes at the frame, with the poses of
// update_poses. There phi is the unit matrix, and a step of Q, R or P is a product of columns.
//
// Cost: per revolute joint between frame and ground, in world axes, 12 multiplications and 12 additions for J v, 12 and
// 11 for J^* f, 27 and 27 for J J^*, and 18 and 12 more in the frame's own axes; 6 and 5 for every pair of degrees of
// freedom (DOFs) in J^* J; 854, 776 and 62 divisions for (J^* J)^-1 of six joints.
#pragma once

#include <algorithm>

#include "sinew/algorithms/kinematics/jacobian.hpp"

namespace sinew {

// These functions refer to the position of the workspace. Products that are too large for the number type throw
// std::overflow_error.

// Returns J v, the twist of the frame while the joints move with the velocities v.
template <Scalar T>
Motion<T> jacobian_times(Workspace<T>& work, FrameIndex frame, Reference reference, In<T> v);

// Computes tau = J^* f, the joint torques that are equivalent to a force f on the frame. f is given in `reference`.
template <Scalar T>
void jacobian_adjoint_times(Workspace<T>& work, FrameIndex frame, Reference reference,
                            const std::type_identity_t<Force<T>>& f, Out<T> tau);

// Computes J J^*, 6 x 6.
template <Scalar T>
void jacobian_outer_product(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> JJ);

// Computes J^* J, n_v x n_v. The rows and columns of DOFs that do not move the frame are zero. Overwrites
// `work.momenta`.
template <Scalar T>
void jacobian_inner_product(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> JJ);

// Computes (J^* J)^-1 over the DOFs that move the frame, n_v x n_v. The rows and columns of all other DOFs are zero,
// which makes the result the generalised inverse of the whole J^* J. Throws std::domain_error, with the rank in its
// message, for redundant arms and at singular positions.
template <Scalar T>
void jacobian_inner_product_inverse(Workspace<T>& work, FrameIndex frame, Reference reference,
                                    MatrixOut<T> inverse);

namespace edge {
[[noreturn]] void dependent_columns(const std::string& frame, int rank, int dofs);
}

namespace jacobian_products {

// The part of a column's squared norm that must remain after its components along the columns outboard of it are
// subtracted. A column with less counts as linearly dependent on them.
template <Scalar T>
inline constexpr double independence = std::same_as<ConstantOf<T>, float> ? 1e-4 : 1e-12;

// Adds the angular and the linear product without weighing radians against metres.
template <Scalar T>
SINEW_INLINE T inner_product(const Motion<T>& a, const Motion<T>& b) {
  return dot(a.angular, b.angular) + dot(a.linear, b.linear);
}

template <class T>
inline void set_zero(const MatrixView<T>& m) {
  std::fill(m.data(), m.data() + std::size_t(m.rows()) * std::size_t(m.cols()), T(0));
}

}  // namespace jacobian_products

template <Scalar T>
Motion<T> jacobian_times(Workspace<T>& work, FrameIndex frame, Reference reference, In<T> v) {
  edge::check_workspace(work);
  edge::check_input("v", v, work.model.velocity_size());
  Motion<T> twist{};
  kinematics::for_each_column(work, frame, reference,
                              [&](int j, const Motion<T>& column) { twist += v[std::size_t(j)] * column; });
  edge::check_overflow("the twist", twist.data(), 6);
  return twist;
}

template <Scalar T>
void jacobian_adjoint_times(Workspace<T>& work, FrameIndex frame, Reference reference,
                            const std::type_identity_t<Force<T>>& f, Out<T> tau) {
  edge::check_workspace(work);
  edge::check_finite("the force", VectorView<const T>(f.data(), 6));
  edge::check_size("the result tau", tau, work.model.velocity_size());
  std::fill(tau.data(), tau.data() + tau.size(), T(0));
  kinematics::for_each_column(work, frame, reference,
                              [&](int j, const Motion<T>& column) { tau[std::size_t(j)] = dot(column, f); });
  edge::check_overflow("the product", tau);
}

template <Scalar T>
void jacobian_outer_product(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> JJ) {
  edge::check_workspace(work);
  edge::check_size("J J^*", JJ, 6, 6);
  jacobian_products::set_zero(JJ);
  kinematics::for_each_column(work, frame, reference, [&](int, const Motion<T>& column) {
    const std::array<T, 6> c = components(column);
    for (int j = 0; j < 6; ++j) {
      for (int i = j; i < 6; ++i) JJ(i, j) = JJ(i, j) + c[std::size_t(i)] * c[std::size_t(j)];
    }
  });
  for (int j = 1; j < 6; ++j) {
    for (int i = 0; i < j; ++i) JJ(i, j) = JJ(j, i);
  }
  edge::check_overflow("J J^*", JJ);
}

template <Scalar T>
void jacobian_inner_product(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> JJ) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_size("J^* J", JJ, tree.v_size, tree.v_size);
  jacobian_products::set_zero(JJ);
  kinematics::for_each_column(work, frame, reference, [&](int j, const Motion<T>& column) {
    work.momenta.set(j, {column.angular, column.linear});
    // The products with itself and with the columns outboard of it, which were visited before.
    for (auto k = std::size_t(work.model.frame(frame).link);; k = std::size_t(tree.links[k].parent)) {
      at_joint(tree, work.joints, k, [&](const auto& joint) {
        for (int i = std::max(j, joint.link.v); i < joint.link.v + joint.count(); ++i)
          JJ(i, j) = JJ(j, i) = dot(column, work.momenta.get(i));
      });
      if (tree.links[k].v <= j) break;
    }
  });
  edge::check_overflow("J^* J", JJ);
}

template <Scalar T>
void jacobian_inner_product_inverse(Workspace<T>& work, FrameIndex frame, Reference reference,
                                    MatrixOut<T> inverse) {
  edge::check_workspace(work);
  edge::check_size("(J^* J)^-1", inverse, work.model.velocity_size(), work.model.velocity_size());
  jacobian_products::set_zero(inverse);
  using jacobian_products::independence, jacobian_products::inner_product;

  // The filter. P H^* is H^* minus its components along the columns before it.
  Motion<T> axis[6];                 // H^*
  Motion<T> innovation[6], gain[6];  // P H^*, G
  T variance[6];                     // D
  int dof[6];
  int rank = 0, dofs = 0;
  kinematics::for_each_column(work, frame, reference, [&](int j, const Motion<T>& column) {
    ++dofs;
    if (rank == 6) return;
    Motion<T> left = column;
    for (int i = 0; i < rank; ++i) left = left - inner_product(left, innovation[i]) * gain[i];
    const T D = inner_product(left, left);
    if (!(D > T(independence<T>) * inner_product(column, column))) return;
    axis[rank] = column;
    innovation[rank] = left;
    variance[rank] = D;
    gain[rank] = T(1) / D * left;
    dof[rank++] = j;
  });
  if (rank < dofs) edge::dependent_columns(work.model.frame(frame).name, rank, dofs);

  // The columns of W, each the response of the whitening filter to a unit torque at one joint, and their products.
  T W[6][6];
  for (int a = 0; a < rank; ++a) {
    Motion<T> z{};
    for (int i = 0; i < rank; ++i) {
      W[i][a] = T(i == a ? 1 : 0) - inner_product(axis[i], z);
      z += W[i][a] * gain[i];
    }
  }
  for (int a = 0; a < rank; ++a) {
    for (int b = 0; b <= a; ++b) {
      T sum{};
      for (int i = a; i < rank; ++i) sum = sum + W[i][a] * W[i][b] / variance[i];
      inverse(dof[a], dof[b]) = inverse(dof[b], dof[a]) = sum;
    }
  }
  edge::check_overflow("(J^* J)^-1", inverse);
}

extern template Motion<double> jacobian_times(Workspace<double>&, FrameIndex, Reference, In<double>);
extern template Motion<float> jacobian_times(Workspace<float>&, FrameIndex, Reference, In<float>);
extern template void jacobian_adjoint_times(Workspace<double>&, FrameIndex, Reference, const Force<double>&,
                                            Out<double>);
extern template void jacobian_adjoint_times(Workspace<float>&, FrameIndex, Reference, const Force<float>&,
                                            Out<float>);
extern template void jacobian_outer_product(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
extern template void jacobian_outer_product(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);
extern template void jacobian_inner_product(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
extern template void jacobian_inner_product(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);
extern template void jacobian_inner_product_inverse(Workspace<double>&, FrameIndex, Reference,
                                                    MatrixOut<double>);
extern template void jacobian_inner_product_inverse(Workspace<float>&, FrameIndex, Reference,
                                                    MatrixOut<float>);

}  // namespace sinew
