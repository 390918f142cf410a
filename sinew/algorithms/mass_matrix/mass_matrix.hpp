// Computes the mass matrix by propagating the covariance of composite bodies: the composite rigid-body algorithm
// (CRBA).
//
// R87 (28)-(33): M(i, k) = H(i) phi(i, k) r(k) H(k)^T for every degree of freedom k at or outboard of joint i, zero for
// degrees of freedom on different branches, and M(k, k) += armature (algorithms/mass_matrix/composite_momenta.hpp has r
// and the recursion).
//
// Cost: O(n) for the inertias, 20 multiplications per non-zero entry of a triangle.
#pragma once

#include <algorithm>

#include "sinew/algorithms/mass_matrix/composite_momenta.hpp"

namespace sinew {

// Computes both triangles of M, n_v x n_v, at q. Throws std::overflow_error if an entry is too large for the number
// type.
template <Scalar T>
void mass_matrix(Workspace<T>& work, In<T> q, MatrixOut<T> M) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_size("the mass matrix", M, tree.v_size, tree.v_size);
  detail::move_to<T>(work, "mass_matrix", 0, q.data());
  const int size = tree.v_size;
  T trace{};  // if the trace of a positive definite matrix is finite, all its entries are
  std::fill(M.data(), M.data() + std::size_t(size) * std::size_t(size), T(0));
  composite::sweep<false>(tree, work, [&](const auto& joint) SINEW_INLINE_LAMBDA {
    const auto& link = joint.link;
    for (int i = 0; i < joint.count(); ++i) {
      const int k = link.v + i;
      T* const column = M.data() + std::size_t(k) * std::size_t(size);
      T* row = column + k;
      for (int j = k; j < link.v_end; ++j, row += size)
        *row = column[j] = composite::measure(joint, work.momenta, i, j);
      column[k] = column[k] + tree.armature[std::size_t(k)];
      if constexpr (std::floating_point<T>) trace += column[k];
    }
  });
  edge::check_overflow("the mass matrix", &trace, 1);
}

// Does the same at the position of the workspace.
template <Scalar T>
void mass_matrix(Workspace<T>& work, MatrixOut<T> M) {
  mass_matrix(work, edge::given_position(work, "mass_matrix"), M);
}

extern template void mass_matrix(Workspace<double>&, In<double>, MatrixOut<double>);
extern template void mass_matrix(Workspace<float>&, In<float>, MatrixOut<float>);

}  // namespace sinew
