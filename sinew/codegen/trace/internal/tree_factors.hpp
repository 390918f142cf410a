// Factorises the mass matrix of a tree as M = L^T D L and skips its zeros.
//
// Featherstone, Efficient factorization of the joint-space inertia matrix for branched kinematic trees, International
// Journal of Robotics Research 24 (2005): if rows are eliminated from the last to the first, the factors have no
// entries where the matrix has none. L is lower triangular with ones on its diagonal.
//
// Cost: for a chain n^3 / 6 multiplications to factorise, n^2 to solve, n^3 / 3 to invert. On symbols a short arm takes
// fewer operations this way than with the filter, and a humanoid more; the caller compares operation counts.
#pragma once

#include <vector>

#include "sinew/dense/views.hpp"

namespace sinew {

template <class T>
class TreeFactors {
 public:
  // Only the lower triangle is read.
  explicit TreeFactors(Matrix<T> mass) : L_(std::move(mass)), inverse_D_(std::size_t(L_.rows())) {
    for (int k = L_.rows() - 1; k >= 0; --k) {
      const T inverse = T(1) / L_(k, k);
      for (int i = k - 1; i >= 0; --i) {
        if (L_(k, i) == T(0)) continue;
        const T factor = L_(k, i) * inverse;
        for (int j = 0; j <= i; ++j) L_(i, j) = L_(i, j) - factor * L_(k, j);
        L_(k, i) = factor;
      }
      inverse_D_[std::size_t(k)] = inverse;
    }
  }

  // Solves M x = b in place: L^T y = b, then L x = y / D.
  void solve(VectorView<T> b) const {
    solve_transposed(b);
    for (std::size_t k = 0; k < b.size(); ++k) {
      b[k] = b[k] * inverse_D_[k];
      for (std::size_t i = 0; i < k; ++i) b[k] = b[k] - L_(int(k), int(i)) * b[i];
    }
  }

  // J M^-1 J^T = Y^T D^-1 Y with L^T Y = J^T.
  Matrix<T> congruence(const Matrix<T>& J) const {
    const int n = J.cols(), rows = J.rows();
    Matrix<T> Y(n, rows), out(rows, rows);
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k < n; ++k) Y(k, i) = J(i, k);
      solve_transposed({&Y(0, i), std::size_t(n)});
    }
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < rows; ++i) {
        const T weighted = Y(k, i) * inverse_D_[std::size_t(k)];
        for (int j = 0; j <= i; ++j) out(j, i) = out(i, j) = out(i, j) + weighted * Y(k, j);
      }
    }
    return out;
  }

  // W D^-1 W^T with W = L^-1, both triangles.
  void inverse(MatrixView<T> out) const {
    const int n = L_.rows();
    Matrix<T> W(n, n), weighted(n, n);
    for (int k = 0; k < n; ++k) {
      W(k, k) = T(1);
      for (int j = 0; j < k; ++j) {
        for (int i = j; i < k; ++i) W(k, j) = W(k, j) - L_(k, i) * W(i, j);
      }
      for (int j = 0; j <= k; ++j) weighted(k, j) = W(k, j) * inverse_D_[std::size_t(j)];
    }
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j <= i; ++j) {
        T sum = T(0);
        for (int k = 0; k <= j; ++k) sum = sum + W(i, k) * weighted(j, k);
        out(i, j) = out(j, i) = sum;
      }
    }
  }

 private:
  void solve_transposed(VectorView<T> b) const {
    for (std::size_t k = b.size(); k-- > 0;) {
      for (std::size_t i = 0; i < k; ++i) b[i] = b[i] - L_(int(k), int(i)) * b[k];
    }
  }

  Matrix<T> L_;
  std::vector<T> inverse_D_;
};

}  // namespace sinew
