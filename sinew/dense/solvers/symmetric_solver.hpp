// Solves small symmetric positive semi-definite systems and determines their rank.
//
// A = L D L^T with diagonal pivoting: the next pivot is the diagonal element with the largest remaining fraction of its
// value at the start. This choice, and with it the rank, does not depend on the units of the rows, which differ if some
// rows are moments and others forces. A row no larger than the rounding error of the largest one counts as zero.
//
// Cost: n^3 / 6 multiplications to factorise, n^2 to solve. No allocation after construction.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew {

template <Scalar T>
class SymmetricSolver {
 public:
  explicit SymmetricSolver(int capacity)
      : factors_(capacity, capacity),
        scale_(std::size_t(capacity)),
        pivoted_(std::size_t(capacity)),
        order_(std::size_t(capacity)) {}

  // A pivot must exceed this fraction of its value at the start: rounding leaves a few epsilons per elimination.
  static constexpr double default_tolerance =
      (std::same_as<ConstantOf<T>, float> ? 1e3 * double(std::numeric_limits<float>::epsilon()) : 1e-12);

  // Reads the lower triangle of a matrix no larger than the capacity. Returns the rank.
  int factorise(MatrixIn<T> A, double tolerance = default_tolerance);
  int capacity() const { return factors_.rows(); }
  int size() const { return size_; }
  int rank() const { return rank_; }
  bool is_regular() const { return rank_ == size_; }

  // x: right side in, solution out. Unknowns beyond the rank are set to zero, which is correct if the equations are
  // consistent.
  void solve(Out<T> x);
  void solve_columns(MatrixOut<T> X);
  // Writes both triangles of the inverse of a regular matrix.
  void inverse(MatrixOut<T> out);

 private:
  void swap_rows(int a, int b);

  Matrix<T> factors_;       // L below the diagonal, D on it; rows in the order of `order_`
  std::vector<T> scale_;    // the diagonal at the start
  std::vector<T> pivoted_;  // a right side in that order
  std::vector<int> order_;
  int size_ = 0, rank_ = 0;
};

template <Scalar T>
void SymmetricSolver<T>::swap_rows(int a, int b) {
  if (a == b) return;
  for (int j = 0; j < a; ++j) std::swap(factors_(a, j), factors_(b, j));
  for (int j = a + 1; j < b; ++j) std::swap(factors_(j, a), factors_(b, j));
  for (int i = b + 1; i < size_; ++i) std::swap(factors_(i, a), factors_(i, b));
  std::swap(factors_(a, a), factors_(b, b));
  std::swap(scale_[std::size_t(a)], scale_[std::size_t(b)]);
  std::swap(order_[std::size_t(a)], order_[std::size_t(b)]);
}

template <Scalar T>
int SymmetricSolver<T>::factorise(MatrixIn<T> A, double tolerance) {
  if (A.rows() > factors_.rows() || A.rows() != A.cols())
    edge::wrong_matrix("the symmetric matrix", A.rows(), A.cols(), factors_.rows(), factors_.rows());
  size_ = A.rows();
  auto& f = factors_;
  for (int j = 0; j < size_; ++j) {
    for (int i = j; i < size_; ++i) f(i, j) = A(i, j);
    scale_[std::size_t(j)] = A(j, j);
    order_[std::size_t(j)] = j;
  }
  T largest{};
  for (int j = 0; j < size_; ++j) {
    if (A(j, j) > largest) largest = A(j, j);
  }
  const T rounding = T(100 * double(std::numeric_limits<ConstantOf<T>>::epsilon()));
  const T nothing = rounding * rounding * largest;  // the diagonal holds squares
  for (rank_ = 0; rank_ < size_; ++rank_) {
    const int k = rank_;
    int best = -1;
    T most = T(tolerance);
    for (int i = k; i < size_; ++i) {
      const T& whole = scale_[std::size_t(i)];
      if (!(whole > nothing)) continue;
      const T left = f(i, i) / whole;
      if (left > most) best = i, most = left;
    }
    if (best < 0) break;
    swap_rows(k, best);
    const T inverse = T(1) / f(k, k);
    for (int j = k + 1; j < size_; ++j) {
      const T factor = inverse * f(j, k);
      for (int i = j; i < size_; ++i) f(i, j) = f(i, j) - factor * f(i, k);
    }
    for (int i = k + 1; i < size_; ++i) f(i, k) = inverse * f(i, k);
  }
  return rank_;
}

template <Scalar T>
void SymmetricSolver<T>::solve(Out<T> x) {
  edge::check_size("the right side", x, size_);
  std::vector<T>& y = pivoted_;
  for (int i = 0; i < rank_; ++i) {
    T sum = x[std::size_t(order_[std::size_t(i)])];
    for (int j = 0; j < i; ++j) sum = sum - factors_(i, j) * y[std::size_t(j)];
    y[std::size_t(i)] = sum;
  }
  for (int i = rank_ - 1; i >= 0; --i) {
    T sum = y[std::size_t(i)] / factors_(i, i);
    for (int j = i + 1; j < rank_; ++j) sum = sum - factors_(j, i) * y[std::size_t(j)];
    y[std::size_t(i)] = sum;
  }
  for (int i = 0; i < size_; ++i)
    x[std::size_t(order_[std::size_t(i)])] = i < rank_ ? y[std::size_t(i)] : T(0);
}

template <Scalar T>
void SymmetricSolver<T>::solve_columns(MatrixOut<T> X) {
  for (int j = 0; j < X.cols(); ++j)
    solve(VectorView<T>(X.data() + std::size_t(j) * std::size_t(X.rows()), std::size_t(X.rows())));
}

template <Scalar T>
void SymmetricSolver<T>::inverse(MatrixOut<T> out) {
  edge::check_size("the inverse", out, size_, size_);
  for (int j = 0; j < size_; ++j) {
    for (int i = 0; i < size_; ++i) out(i, j) = T(i == j ? 1 : 0);
  }
  solve_columns(out);
}

extern template class SymmetricSolver<double>;
extern template class SymmetricSolver<float>;

}  // namespace sinew
