// Solves small regular systems A x = b without symmetry, and their adjoints A^T x = b.
//
// Gaussian elimination with row pivoting: R A = L U, where R permutes the rows, L is unit lower and U upper triangular.
//
// Cost: n^3 / 3 multiplications to factorise, n^2 to solve. Allocates only for a matrix larger than any before.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/scalar/scalar.hpp"

namespace sinew {

template <Scalar T>
class GeneralSolver {
 public:
  // The square matrix A: fill it in before `factorise`, which overwrites it.
  Matrix<T>& matrix() { return factors_; }
  // Returns false if a pivot is zero, which means that A is singular.
  bool factorise();

  // x: right side in, solution out. `solve` solves A x = b, `solve_adjoint` solves A^T x = b.
  void solve(Out<T> x) const;
  void solve_adjoint(Out<T> x) const;
  void solve_columns(MatrixOut<T> X) const {
    for (int j = 0; j < X.cols(); ++j) solve(VectorView<T>(X.data() + j * X.rows(), std::size_t(X.rows())));
  }

 private:
  Matrix<T> factors_;         // U on and above the diagonal, L below
  std::vector<int> swapped_;  // the row that was swapped with row k to become the k-th pivot
};

template <Scalar T>
bool GeneralSolver<T>::factorise() {
  using std::abs;
  Matrix<T>& f = factors_;
  const int n = f.rows();
  edge::check_size("the matrix", MatrixView<const T>(f), n, n);
  swapped_.resize(std::size_t(n));
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (abs(f(i, k)) > abs(f(pivot, k))) pivot = i;
    }
    swapped_[std::size_t(k)] = pivot;
    if (!(abs(f(pivot, k)) > T(0))) return false;
    if (pivot != k) {
      for (int j = 0; j < n; ++j) std::swap(f(k, j), f(pivot, j));
    }
    const T inverse = T(1) / f(k, k);
    for (int i = k + 1; i < n; ++i) f(i, k) = inverse * f(i, k);
    for (int j = k + 1; j < n; ++j) {
      for (int i = k + 1; i < n; ++i) f(i, j) = f(i, j) - f(i, k) * f(k, j);
    }
  }
  return true;
}

template <Scalar T>
void GeneralSolver<T>::solve(Out<T> x) const {
  const Matrix<T>& f = factors_;
  const int n = f.rows();
  edge::check_size("the right side", x, n);
  T* const y = x.data();
  for (int k = 0; k < n; ++k) std::swap(y[k], y[swapped_[std::size_t(k)]]);
  for (int j = 0; j < n; ++j) {
    for (int i = j + 1; i < n; ++i) y[i] = y[i] - f(i, j) * y[j];
  }
  for (int j = n; j-- > 0;) {
    y[j] = y[j] / f(j, j);
    for (int i = 0; i < j; ++i) y[i] = y[i] - f(i, j) * y[j];
  }
}

template <Scalar T>
void GeneralSolver<T>::solve_adjoint(Out<T> x) const {
  const Matrix<T>& f = factors_;
  const int n = f.rows();
  edge::check_size("the right side", x, n);
  T* const y = x.data();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) y[i] = y[i] - f(j, i) * y[j];
    y[i] = y[i] / f(i, i);
  }
  for (int i = n; i-- > 0;) {
    for (int j = i + 1; j < n; ++j) y[i] = y[i] - f(j, i) * y[j];
  }
  for (int k = n; k-- > 0;) std::swap(y[k], y[swapped_[std::size_t(k)]]);
}

}  // namespace sinew
