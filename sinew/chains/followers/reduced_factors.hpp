// Factorises the mass matrix of the independent coordinates, N^* M N (model/joints/independent_coordinates.hpp), as
// U D U^T, with U unit upper triangular, and skips its zeros.
//
// Featherstone, Efficient factorization of the joint-space inertia matrix for branched kinematic trees, International
// Journal of Robotics Research 24 (2005), with the pattern of a general sparse matrix: a follower may be on another
// branch than its leader, so that N^* M N has entries that M has not. Columns are eliminated from the last to the first.
// Eliminating column k couples all rows of its pattern S(k) with each other, so that
//
//   S(p) += S(k) - p,      p = max S(k)
//
// and the pattern is computed once. Without followers it is that of the tree: no entry is added.
//
// There is no subtraction of compliances, as in the constraint rows of chains/loops/closed_chain.hpp: light followers of
// heavy leaders lose no digits, and massless followers are allowed.
//
// Cost: for depth d and n coordinates n d^2 / 2 multiplications to factorise, 2 n d to solve.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"

namespace sinew::detail {

// The rows above the diagonal, in ascending order, at which a column of U may differ from zero.
class ReducedPattern {
 public:
  ReducedPattern(const Model& model, const IndependentIndices& indices);
  int size() const { return int(first_.size()) - 1; }
  std::span<const int> rows(int column) const {
    const auto k = std::size_t(column);
    return {rows_.data() + first_[k], std::size_t(first_[k + 1] - first_[k])};
  }

 private:
  std::vector<int> first_, rows_;
};

template <Scalar T>
class ReducedFactors {
 public:
  explicit ReducedFactors(ReducedPattern pattern)
      : pattern_(std::move(pattern)),
        U_(pattern_.size(), pattern_.size()),
        inverse_D_(std::size_t(U_.rows())) {}

  const ReducedPattern& pattern() const { return pattern_; }
  // The matrix to factorise, whose upper triangle is read; on exit of `factorise`, U above its diagonal.
  Matrix<T>& matrix() { return U_; }
  // Returns the column at which D is not positive, and -1 if there is none. Numbers without order are not checked.
  int factorise();
  const T& inverse_D(int k) const { return inverse_D_[std::size_t(k)]; }
  const T& U(int row, int column) const { return U_(row, column); }

  void solve(Out<T> x) const;        // U D U^T x = b in place
  void solve_upper(Out<T> x) const;  // U y = b in place
  void inverse(MatrixOut<T> out) const;

 private:
  void solve_lower(Out<T> x) const;  // U^T y = b / D in place

  ReducedPattern pattern_;
  Matrix<T> U_;
  std::vector<T> inverse_D_;
};

template <Scalar T>
int ReducedFactors<T>::factorise() {
  for (int k = U_.rows() - 1; k >= 0; --k) {
    if constexpr (std::floating_point<T>) {
      if (!(U_(k, k) > T(0))) return k;
    }
    const T inverse = inverse_D_[std::size_t(k)] = T(1) / U_(k, k);
    const std::span<const int> rows = pattern_.rows(k);
    for (std::size_t i = rows.size(); i-- > 0;) {
      const T factor = U_(rows[i], k) * inverse;
      for (std::size_t j = 0; j <= i; ++j)
        U_(rows[j], rows[i]) = U_(rows[j], rows[i]) - factor * U_(rows[j], k);
      U_(rows[i], k) = factor;
    }
  }
  return -1;
}

template <Scalar T>
void ReducedFactors<T>::solve_upper(Out<T> x) const {
  for (int k = U_.rows() - 1; k >= 0; --k) {
    for (const int i : pattern_.rows(k)) x[std::size_t(i)] = x[std::size_t(i)] - U_(i, k) * x[std::size_t(k)];
  }
}
template <Scalar T>
void ReducedFactors<T>::solve_lower(Out<T> x) const {
  for (int k = 0; k < U_.rows(); ++k) {
    T sum = x[std::size_t(k)] * inverse_D_[std::size_t(k)];
    for (const int i : pattern_.rows(k)) sum = sum - U_(i, k) * x[std::size_t(i)];
    x[std::size_t(k)] = sum;
  }
}
template <Scalar T>
void ReducedFactors<T>::solve(Out<T> x) const {
  solve_upper(x);
  solve_lower(x);
}

template <Scalar T>
void ReducedFactors<T>::inverse(MatrixOut<T> out) const {
  const int n = U_.rows();
  for (int j = 0; j < n; ++j) {
    const VectorView<T> column(out.data() + std::size_t(j) * std::size_t(n), std::size_t(n));
    for (int i = 0; i < n; ++i) column[std::size_t(i)] = T(i == j ? 1 : 0);
    solve(column);
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i) out(j, i) = out(i, j);
  }
}

}  // namespace sinew::detail
