// The mass matrix, by propagating the covariance of composite bodies.
//
// R87 (28)-(33): M(i, k) = H(i) phi(i, k) r(k) H(k)^T for every freedom k that joint i carries, zero for
// freedoms on different branches, and M(k, k) += armature (algorithms/composite_momenta.hpp has r and the
// recursion).
//
// Cost: O(n) for the inertias, about 20 multiplications per non-zero entry of a triangle, in vector
// instructions.
#pragma once

#include <algorithm>

#include "sinew/algorithms/composite_momenta.hpp"

namespace sinew {

// M: n_v x n_v, both triangles.
template <Scalar T>
void mass_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> M);

// Completes a symmetric matrix, in blocks so that large ones do not walk through memory column by column.
template <Scalar T>
inline void copy_lower_triangle(const MatrixView<T>& M) {
  constexpr int block = 32;
  for (int j0 = 0; j0 < M.cols(); j0 += block) {
    for (int i0 = j0; i0 < M.rows(); i0 += block) {
      for (int j = j0; j < std::min(j0 + block, M.cols()); ++j) {
        for (int i = std::max(i0, j + 1); i < std::min(i0 + block, M.rows()); ++i) M(j, i) = M(i, j);
      }
    }
  }
}

template <Scalar T>
void mass_matrix(const Model& model, Workspace<T>& work, In<T> q, MatrixOut<T> M) {
  const auto& tree = model.tree<ConstantOf<T>>();
  edge::check_workspace(model, work);
  edge::check_input("q", q, tree.q_size);
  edge::check_size("the mass matrix", M, tree.v_size, tree.v_size);
  set_joints<T>(tree, work.joints, q.data());
  const int size = tree.v_size;
  composite::sweep<false>(
      tree, work, [&](const auto& joint, std::size_t) __attribute__((always_inline)) {
        const auto& link = joint.link;
        for (int i = 0; i < joint.count(); ++i) {
          T* const column = &M(0, link.v + i);
          for (int j = link.v + i; j < link.v_end; ++j) column[j] = joint.measure(work.momenta.get(j), i);
          for (int j = link.v_end; j < size; ++j) column[j] = T(0);
          column[link.v + i] = column[link.v + i] + tree.armature[std::size_t(link.v + i)];
        }
      });
  copy_lower_triangle(M);
}

extern template void mass_matrix(const Model&, Workspace<double>&, In<double>, MatrixOut<double>);
extern template void mass_matrix(const Model&, Workspace<float>&, In<float>, MatrixOut<float>);

}  // namespace sinew
