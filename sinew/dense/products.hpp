// Multiplies, transposes and adds small matrices whose sizes are known only at run time. The result of a product is
// resized; it must not alias a factor.
//
// Cost: rows * inner * cols multiplications and additions. Allocates only for a result larger than any before.
#pragma once

#include "sinew/dense/views.hpp"

namespace sinew {

// A B
template <class T>
void multiply(MatrixIn<T> A, MatrixIn<T> B, Matrix<T>& out) {
  edge::check_size("the second factor", B, A.cols(), B.cols());
  out.reset(A.rows(), B.cols());
  for (int j = 0; j < B.cols(); ++j) {
    for (int k = 0; k < A.cols(); ++k) {
      const T factor = B(k, j);
      for (int i = 0; i < A.rows(); ++i) out(i, j) = out(i, j) + A(i, k) * factor;
    }
  }
}

// A B^T
template <class T>
void multiply_transposed(MatrixIn<T> A, MatrixIn<T> B, Matrix<T>& out) {
  edge::check_size("the transposed second factor", B, B.rows(), A.cols());
  out.reset(A.rows(), B.rows());
  for (int k = 0; k < A.cols(); ++k) {
    for (int j = 0; j < B.rows(); ++j) {
      const T factor = B(j, k);
      for (int i = 0; i < A.rows(); ++i) out(i, j) = out(i, j) + A(i, k) * factor;
    }
  }
}

// A^T B
template <class T>
void transposed_multiply(MatrixIn<T> A, MatrixIn<T> B, Matrix<T>& out) {
  edge::check_size("the second factor", B, A.rows(), B.cols());
  out.reset(A.cols(), B.cols());
  for (int j = 0; j < B.cols(); ++j) {
    for (int i = 0; i < A.cols(); ++i) {
      T sum = T(0);
      for (int k = 0; k < A.rows(); ++k) sum = sum + A(k, i) * B(k, j);
      out(i, j) = sum;
    }
  }
}

template <class T>
void transpose(MatrixIn<T> A, Matrix<T>& out) {
  out.reset(A.cols(), A.rows());
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < A.rows(); ++i) out(j, i) = A(i, j);
  }
}

template <class T>
Matrix<T> identity(int size) {
  Matrix<T> out(size, size);
  for (int i = 0; i < size; ++i) out(i, i) = T(1);
  return out;
}

// out = out + A
template <class T>
void add(MatrixIn<T> A, Matrix<T>& out) {
  edge::check_size("the second term", A, out.rows(), out.cols());
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < A.rows(); ++i) out(i, j) = out(i, j) + A(i, j);
  }
}

// y = y + A x
template <class T>
void add_product(MatrixIn<T> A, In<T> x, std::vector<T>& y) {
  edge::check_size("the factor", x, A.cols());
  edge::check_size("the sum", VectorView<T>(y), A.rows());
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < A.rows(); ++i) y[std::size_t(i)] = y[std::size_t(i)] + A(i, j) * x[std::size_t(j)];
  }
}

// y = y + A^T x
template <class T>
void add_transposed_product(MatrixIn<T> A, In<T> x, std::vector<T>& y) {
  edge::check_size("the factor", x, A.rows());
  edge::check_size("the sum", VectorView<T>(y), A.cols());
  for (int j = 0; j < A.cols(); ++j) {
    T sum = y[std::size_t(j)];
    for (int i = 0; i < A.rows(); ++i) sum = sum + A(i, j) * x[std::size_t(i)];
    y[std::size_t(j)] = sum;
  }
}

}  // namespace sinew
