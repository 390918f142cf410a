// Solves linear constraints A x = b of any rank: finds which unknowns are independent and expresses the others by them.
//
// Gaussian elimination with complete pivoting: the next pivot is the largest remaining number, where every row is
// divided by its largest number at the start, so that rows of moments and of forces can be mixed. With the rank r and
// the rows scaled by R,
//
//   R A = L U,    L: all rows x r, unit lower trapezoidal;    U = (U1 U2): r x all unknowns, U1 triangular
//
// the r unknowns of U1 depend on the others, which are independent:
//
//   x = S u + c,     S = (-U1^-1 U2, 1),     c = (U1^-1 L1^-1 R b, 0)
//
// Rows beyond the rank are dropped, which is correct if they are consistent with the others. The same factors recover
// the multipliers m of the rows from the forces A^* m on the unknowns; if rows are dropped, the multipliers of least
// norm.
//
// Cost: about r (rows) (unknowns) multiplications, r^2 for each independent unknown; r^2 (rows) + r^3 / 6 for the first
// multipliers where rows are dropped. No allocation after construction.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "sinew/dense/solvers/symmetric_solver.hpp"

namespace sinew {

template <Scalar T>
class RowElimination {
 public:
  RowElimination(int rows, int unknowns)
      : factors_(rows, unknowns),
        size_(std::size_t(rows)),
        row_order_(std::size_t(rows)),
        order_(std::size_t(unknowns)),
        reduced_(std::size_t(std::min(rows, unknowns))),
        gram_(std::min(rows, unknowns), std::min(rows, unknowns)),
        solver_(std::min(rows, unknowns)) {}

  // A pivot must exceed this fraction of its row's largest number at the start. The tolerance of SymmetricSolver, whose
  // pivots are squares, is about the square of this one.
  static constexpr double default_tolerance = std::same_as<ConstantOf<T>, float> ? 1e-2 : 1e-6;

  // The matrix A: fill it in before `factorise`, which overwrites it.
  Matrix<T>& matrix() { return factors_; }
  int rows() const { return factors_.rows(); }
  // Returns the rank.
  int factorise(double tolerance = default_tolerance);
  int rank() const { return rank_; }
  // The independent unknowns, ascending.
  std::span<const int> independent() const { return std::span(order_).subspan(std::size_t(rank_)); }

  // Computes S: one row per unknown, one column per independent unknown.
  void null_space(MatrixOut<T> S);
  // Computes c: the solution of A x = b whose independent unknowns are zero.
  void particular(In<T> b, Out<T> x);
  // Computes the m of least norm with A^* m = forces; reads `forces` at the dependent unknowns only.
  void multipliers(In<T> forces, Out<T> m);

 private:
  T& at(int i, int j) { return factors_(row_order_[std::size_t(i)], order_[std::size_t(j)]); }
  T& size_of(int i) { return size_[std::size_t(row_order_[std::size_t(i)])]; }
  void eliminate(int k);
  void factorise_gram();

  Matrix<T> factors_;           // U on and above the pivots, L below; rows and columns are not moved
  std::vector<T> size_;         // largest number of each row at the start: R^-1
  std::vector<int> row_order_;  // the pivots' rows first
  std::vector<int> order_;      // the pivots' unknowns first
  std::vector<T> reduced_;
  Matrix<T> gram_;  // K^* K with K = R^-1 L
  SymmetricSolver<T> solver_;
  int rank_ = 0;
  bool gram_known_ = false;
};

template <Scalar T>
void RowElimination<T>::eliminate(int k) {
  const T inverse = T(1) / at(k, k);
  for (int i = k + 1; i < factors_.rows(); ++i) {
    const T factor = inverse * at(i, k);
    at(i, k) = factor;
    for (int j = k + 1; j < factors_.cols(); ++j) at(i, j) = at(i, j) - factor * at(k, j);
  }
}

template <Scalar T>
int RowElimination<T>::factorise(double tolerance) {
  std::iota(row_order_.begin(), row_order_.end(), 0);
  std::iota(order_.begin(), order_.end(), 0);
  gram_known_ = false;
  const int rows = factors_.rows(), cols = factors_.cols();
  T largest{};
  for (int i = 0; i < rows; ++i) {
    T size{};
    for (int j = 0; j < cols; ++j) size = std::max<T>(size, detail::magnitude(at(i, j)));
    size_of(i) = size;
    largest = std::max(largest, size);
  }
  // A row that is only rounding compared with the largest one is set to zero.
  const T nothing = T(tolerance * tolerance) * largest;
  for (int i = 0; i < rows; ++i) {
    const T scale = size_of(i) > nothing ? T(1) / size_of(i) : T(0);
    for (int j = 0; j < cols; ++j) at(i, j) = scale * at(i, j);
  }
  for (rank_ = 0; rank_ < std::min(rows, cols); ++rank_) {
    int row = -1, col = -1;
    T most = T(tolerance);
    for (int j = rank_; j < cols; ++j) {
      for (int i = rank_; i < rows; ++i) {
        if (detail::magnitude(at(i, j)) > most) row = i, col = j, most = detail::magnitude(at(i, j));
      }
    }
    if (row < 0) break;
    std::swap(row_order_[std::size_t(rank_)], row_order_[std::size_t(row)]);
    std::swap(order_[std::size_t(rank_)], order_[std::size_t(col)]);
    eliminate(rank_);
  }
  std::sort(order_.begin() + rank_, order_.end());
  return rank_;
}

template <Scalar T>
void RowElimination<T>::null_space(MatrixOut<T> S) {
  edge::check_size("the null space", S, factors_.cols(), factors_.cols() - rank_);
  for (int c = 0; c < S.cols(); ++c) {
    for (int j = rank_; j < factors_.cols(); ++j) S(order_[std::size_t(j)], c) = T(j == rank_ + c ? 1 : 0);
    for (int i = rank_ - 1; i >= 0; --i) {
      T sum = -at(i, rank_ + c);
      for (int j = i + 1; j < rank_; ++j) sum = sum - at(i, j) * S(order_[std::size_t(j)], c);
      S(order_[std::size_t(i)], c) = sum / at(i, i);
    }
  }
}

template <Scalar T>
void RowElimination<T>::particular(In<T> b, Out<T> x) {
  edge::check_size("b", b, factors_.rows());
  edge::check_size("the result x", x, factors_.cols());
  for (int i = 0; i < rank_; ++i) {
    T sum = b[std::size_t(row_order_[std::size_t(i)])] / size_of(i);
    for (int j = 0; j < i; ++j) sum = sum - at(i, j) * reduced_[std::size_t(j)];
    reduced_[std::size_t(i)] = sum;
  }
  std::fill(x.data(), x.data() + x.size(), T(0));
  for (int i = rank_ - 1; i >= 0; --i) {
    T sum = reduced_[std::size_t(i)];
    for (int j = i + 1; j < rank_; ++j) sum = sum - at(i, j) * x[std::size_t(order_[std::size_t(j)])];
    x[std::size_t(order_[std::size_t(i)])] = sum / at(i, i);
  }
}

template <Scalar T>
void RowElimination<T>::factorise_gram() {
  gram_.reset(rank_, rank_);
  for (int i = 0; i < factors_.rows(); ++i) {
    const T square = size_of(i) * size_of(i);
    for (int b = 0; b < std::min(rank_, i + 1); ++b) {
      const T weighted = square * (b == i ? T(1) : at(i, b));
      for (int a = b; a < std::min(rank_, i + 1); ++a)
        gram_(a, b) = gram_(a, b) + (a == i ? T(1) : at(i, a)) * weighted;
    }
  }
  solver_.factorise(gram_, 0.0);
  gram_known_ = true;
}

template <Scalar T>
void RowElimination<T>::multipliers(In<T> forces, Out<T> m) {
  edge::check_size("the forces", forces, factors_.cols());
  edge::check_size("the multipliers", m, factors_.rows());
  // U1^* y = forces, then K^* m = y.
  for (int i = 0; i < rank_; ++i) {
    T sum = forces[std::size_t(order_[std::size_t(i)])];
    for (int j = 0; j < i; ++j) sum = sum - at(j, i) * reduced_[std::size_t(j)];
    reduced_[std::size_t(i)] = sum / at(i, i);
  }
  const int rows = factors_.rows();
  if (rank_ == rows) {
    for (int i = rank_ - 1; i >= 0; --i) {
      T sum = reduced_[std::size_t(i)];
      for (int j = i + 1; j < rank_; ++j) sum = sum - at(j, i) * reduced_[std::size_t(j)];
      reduced_[std::size_t(i)] = sum;
    }
    for (int i = 0; i < rows; ++i)
      m[std::size_t(row_order_[std::size_t(i)])] = reduced_[std::size_t(i)] / size_of(i);
    return;
  }
  if (!gram_known_) factorise_gram();
  solver_.solve(VectorView<T>(reduced_.data(), std::size_t(rank_)));
  for (int i = 0; i < rows; ++i) {
    T sum{};
    for (int j = 0; j < std::min(rank_, i + 1); ++j)
      sum = sum + (j == i ? T(1) : at(i, j)) * reduced_[std::size_t(j)];
    m[std::size_t(row_order_[std::size_t(i)])] = size_of(i) * sum;
  }
}

}  // namespace sinew
