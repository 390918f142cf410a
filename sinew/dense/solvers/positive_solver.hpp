// Solves small symmetric systems that are expected to be clearly positive definite: A = L D L^T without pivoting.
// `factorise` returns false for a matrix that is too close to singular for this; dense/solvers/symmetric_solver.hpp
// handles it.
//
// Cost: n^3 / 6 multiplications and n divisions to factorise, n^2 to solve. No allocation after construction.
#pragma once

#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew {

template <Scalar T>
class PositiveSolver {
 public:
  explicit PositiveSolver(int capacity)
      : rows_(std::size_t(capacity) * std::size_t(capacity)), scaled_(std::size_t(capacity)) {}

  // Every pivot must exceed this fraction of its diagonal element of A. Every diagonal element of A must exceed
  // the largest one times the square of this fraction.
  static constexpr double clearly = std::same_as<ConstantOf<T>, float> ? 1e-3 : 1e-9;

  // Reads the lower triangle of a matrix no larger than the capacity. Returns false if the matrix is not clearly
  // positive definite.
  bool factorise(MatrixIn<T> A);
  // x: right side in, solution out.
  void solve(Out<T> x) const;

 private:
  T* row(int i) { return rows_.data() + std::size_t(i) * std::size_t(size_); }
  const T* row(int i) const { return rows_.data() + std::size_t(i) * std::size_t(size_); }

  std::vector<T> rows_;  // rows of L below the diagonal, 1 / D on it
  std::vector<T> scaled_;
  int size_ = 0;
};

template <Scalar T>
bool PositiveSolver<T>::factorise(MatrixIn<T> A) {
  if (std::size_t(A.rows()) > scaled_.size() || A.rows() != A.cols())
    edge::wrong_matrix("the symmetric matrix", A.rows(), A.cols(), int(scaled_.size()), int(scaled_.size()));
  size_ = A.rows();
  T largest{};
  for (int i = 0; i < size_; ++i) {
    if (A(i, i) > largest) largest = A(i, i);
  }
  const T nothing = T(clearly * clearly) * largest;
  for (int i = 0; i < size_; ++i) {
    T* const Li = row(i);
    T left = A(i, i);
    for (int j = 0; j < i; ++j) {
      const T* const Lj = row(j);
      T sum = A(i, j);  // becomes L(i, j) D(j)
      for (int k = 0; k < j; ++k) sum = sum - scaled_[std::size_t(k)] * Lj[k];
      scaled_[std::size_t(j)] = sum;
      Li[j] = sum * Lj[j];
      left = left - sum * Li[j];
    }
    if (!(left > T(clearly) * A(i, i)) || !(A(i, i) > nothing)) return false;
    Li[i] = T(1) / left;
  }
  return true;
}

template <Scalar T>
void PositiveSolver<T>::solve(Out<T> x) const {
  edge::check_size("the right side", x, size_);
  // Column by column, so that no row waits for the sum of the row before it.
  for (int j = 0; j < size_; ++j) {
    const T known = x[std::size_t(j)];
    for (int i = j + 1; i < size_; ++i) x[std::size_t(i)] = x[std::size_t(i)] - row(i)[j] * known;
  }
  for (int i = 0; i < size_; ++i) x[std::size_t(i)] = row(i)[i] * x[std::size_t(i)];
  for (int i = size_ - 1; i > 0; --i) {
    const T* const L = row(i);
    const T known = x[std::size_t(i)];
    for (int j = 0; j < i; ++j) x[std::size_t(j)] = x[std::size_t(j)] - L[j] * known;
  }
}

extern template class PositiveSolver<double>;
extern template class PositiveSolver<float>;

}  // namespace sinew
