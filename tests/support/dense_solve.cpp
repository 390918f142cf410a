// Solves systems of equations of tests/support/dense.hpp: Eigen's decompositions behind a plain interface.
#include <Eigen/Dense>
#include <stdexcept>

#include "tests/support/dense.hpp"
#include "tests/support/eigen_map.hpp"

namespace sinew::test {

namespace {

template <class T>
void check_system(const DenseView<T>& matrix, const DenseView<T>& right) {
  if (matrix.rows() != matrix.cols() || matrix.rows() != right.rows())
    wrong_shape("system of equations", matrix.rows(), matrix.cols(), right.rows(), right.cols());
}

}  // namespace

template <class T>
MatX<T> DenseView<T>::solve(const DenseView& right) const {
  check_system(*this, right);
  if (right.size() == 0) return right;
  return from_eigen<T>(to_eigen(*this).partialPivLu().solve(to_eigen(right)));
}
template <class T>
MatX<T> DenseView<T>::solve_symmetric(const DenseView& right) const {
  check_system(*this, right);
  if (right.size() == 0) return right;
  return from_eigen<T>(to_eigen(*this).ldlt().solve(to_eigen(right)));
}
template <class T>
MatX<T> DenseView<T>::solve_lower(const DenseView& right) const {
  check_system(*this, right);
  MatX<T> solution = right;
  T* x = solution.data();  // a column
  for (Index j = 0; j < solution.cols(); ++j, x += rows_) {
    for (Index k = 0; k < rows_; ++k) {
      if (x[k] == T(0)) continue;
      x[k] /= (*this)(k, k);
      const T* below = data_ + k * col_step_;  // column k of the matrix
      for (Index i = k + 1; i < rows_; ++i) x[i] -= below[i * row_step_] * x[k];
    }
  }
  return solution;
}
// In reverse order it is lower triangular.
template <class T>
MatX<T> DenseView<T>::solve_upper(const DenseView& right) const {
  MatX<T> reversed(right.rows(), right.cols());
  for (Index j = 0; j < right.cols(); ++j) reversed.col(j) = right.col(j).reverse();
  const MatX<T> solution = reverse().solve_lower(reversed);
  for (Index j = 0; j < right.cols(); ++j) reversed.col(j) = solution.col(j).reverse();
  return reversed;
}
template <class T>
MatX<T> DenseView<T>::cholesky() const {
  check_system(*this, *this);
  if (size() == 0) return *this;
  const EigenMatrix<T> factor = to_eigen(*this).llt().matrixL();
  return from_eigen<T>(factor);
}
template <class T>
MatX<T> DenseView<T>::inverse() const {
  return solve(MatX<T>::Identity(rows_, cols_));
}
template <class T>
T DenseView<T>::determinant() const {
  check_system(*this, *this);
  return size() == 0 ? T(1) : to_eigen(*this).partialPivLu().determinant();
}

#define SINEW_TEST_INSTANTIATE(T)                                         \
  template MatX<T> DenseView<T>::solve(const DenseView&) const;           \
  template MatX<T> DenseView<T>::solve_symmetric(const DenseView&) const; \
  template MatX<T> DenseView<T>::solve_lower(const DenseView&) const;     \
  template MatX<T> DenseView<T>::solve_upper(const DenseView&) const;     \
  template MatX<T> DenseView<T>::cholesky() const;                        \
  template MatX<T> DenseView<T>::inverse() const;                         \
  template T DenseView<T>::determinant() const;
SINEW_TEST_INSTANTIATE(double)
SINEW_TEST_INSTANTIATE(long double)

}  // namespace sinew::test
