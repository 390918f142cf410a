// The read-only views of tests/support/dense.hpp.
#pragma once

#include <cstddef>
#include <iosfwd>

namespace sinew::test {

using Index = std::ptrdiff_t;
template <class T>
class MatX;

[[noreturn]] void wrong_shape(const char* what, Index rows, Index cols, Index other_rows, Index other_cols);

// A read-only view: a matrix, or a part of one during the matrix' lifetime. A vector is a matrix with one column.
template <class T>
class DenseView {
 public:
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }
  Index size() const { return rows_ * cols_; }
  const T& operator()(Index i, Index j) const { return *at(i, j); }
  const T& operator()(Index i) const { return *at(i); }
  const T& operator[](Index i) const { return *at(i); }
  const T& x() const { return *at(0); }
  const T& y() const { return *at(1); }
  const T& z() const { return *at(2); }
  const T* data() const { return contiguous(); }
  const T* begin() const { return contiguous(); }
  const T* end() const { return contiguous() + size(); }

  DenseView block(Index i, Index j, Index rows, Index cols) const { return {*this, i, j, rows, cols}; }
  DenseView segment(Index i, Index size) const { return block(i, 0, size, one_column()); }
  DenseView head(Index size) const { return segment(0, size); }
  DenseView tail(Index size) const { return segment(rows_ - size, size); }
  DenseView col(Index j) const { return block(0, j, rows_, 1); }
  DenseView row(Index i) const { return block(i, 0, 1, cols_); }
  DenseView topRows(Index n) const { return block(0, 0, n, cols_); }
  DenseView middleRows(Index i, Index n) const { return block(i, 0, n, cols_); }
  DenseView bottomRows(Index n) const { return block(rows_ - n, 0, n, cols_); }
  DenseView leftCols(Index n) const { return block(0, 0, rows_, n); }
  DenseView middleCols(Index j, Index n) const { return block(0, j, rows_, n); }
  DenseView rightCols(Index n) const { return block(0, cols_ - n, rows_, n); }
  DenseView topLeftCorner(Index r, Index c) const { return block(0, 0, r, c); }
  DenseView topRightCorner(Index r, Index c) const { return block(0, cols_ - c, r, c); }
  DenseView bottomLeftCorner(Index r, Index c) const { return block(rows_ - r, 0, r, c); }
  DenseView bottomRightCorner(Index r, Index c) const { return block(rows_ - r, cols_ - c, r, c); }

  MatX<T> operator+(const DenseView& other) const;
  MatX<T> operator-(const DenseView& other) const;
  MatX<T> operator*(const DenseView& other) const;
  MatX<T> operator-() const;
  MatX<T> operator*(T factor) const;
  MatX<T> operator/(T divisor) const;
  friend MatX<T> operator*(T factor, const DenseView& m) { return m * factor; }
  bool operator==(const DenseView& other) const;

  MatX<T> transpose() const;
  MatX<T> diagonal() const;    // as a column
  MatX<T> asDiagonal() const;  // the matrix with this column on its diagonal
  MatX<T> reverse() const;     // rows and columns from the last to the first
  MatX<T> normalized() const;
  MatX<T> cross(const DenseView& other) const;
  MatX<T> cwiseAbs() const;
  MatX<T> cwiseSqrt() const;
  MatX<T> cwiseInverse() const;
  MatX<T> cwiseProduct(const DenseView& other) const;
  template <class Function>
  MatX<T> unaryExpr(const Function& function) const;
  template <class Other>
  MatX<Other> cast() const;

  T dot(const DenseView& other) const;
  T squaredNorm() const;
  T norm() const;
  T largest() const;  // absolute value; zero if the view is empty
  T sum() const;
  T trace() const;
  T minCoeff() const;
  T maxCoeff() const;
  bool allFinite() const;
  bool isZero(T tolerance) const { return largest() <= tolerance; }

  // Systems of equations, in dense_solve.cpp.
  MatX<T> solve(const DenseView& right) const;            // square, by LU with pivoting
  MatX<T> solve_symmetric(const DenseView& right) const;  // by LDL^T with pivoting
  MatX<T> solve_lower(const DenseView& right) const;      // the part above the diagonal is not read
  MatX<T> solve_upper(const DenseView& right) const;
  MatX<T> cholesky() const;  // the lower triangular factor of a positive definite matrix
  MatX<T> inverse() const;
  T determinant() const;

  friend std::ostream& operator<<(std::ostream& out, const DenseView& m) { return m.print(out); }

 protected:
  DenseView() = default;
  DenseView(T* data, Index rows, Index cols) : data_(data), rows_(rows), cols_(cols), col_step_(rows) {}
  DenseView(const DenseView& whole, Index i, Index j, Index rows, Index cols);

  T* at(Index i, Index j) const {
    if (i < 0 || j < 0 || i >= rows_ || j >= cols_) wrong_shape("index", i, j, rows_, cols_);
    return data_ + i * row_step_ + j * col_step_;
  }
  T* at(Index i) const { return cols_ == 1 ? at(i, 0) : one_row(i); }
  T* one_row(Index i) const;
  T* contiguous() const;
  Index one_column() const;
  std::ostream& print(std::ostream& out) const;

  T* data_ = nullptr;
  Index rows_ = 0, cols_ = 0, row_step_ = 1, col_step_ = 0;
};

}  // namespace sinew::test
