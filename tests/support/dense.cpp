#include "tests/support/dense.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>

namespace sinew::test {

void wrong_shape(const char* what, Index rows, Index cols, Index other_rows, Index other_cols) {
  const auto shape = [](Index r, Index c) { return std::to_string(r) + " x " + std::to_string(c); };
  throw std::logic_error("wrong " + std::string(what) + ": " + shape(rows, cols) + " and " +
                         shape(other_rows, other_cols));
}

namespace {

template <class T>
void check_same_shape(const char* what, const DenseView<T>& a, const DenseView<T>& b) {
  if (a.rows() != b.rows() || a.cols() != b.cols()) wrong_shape(what, a.rows(), a.cols(), b.rows(), b.cols());
}

template <class T, class Function>
MatX<T> combine(const char* what, const DenseView<T>& a, const DenseView<T>& b, const Function& function) {
  check_same_shape(what, a, b);
  MatX<T> m(a.rows(), a.cols());
  for (Index j = 0; j < a.cols(); ++j) {
    for (Index i = 0; i < a.rows(); ++i) m(i, j) = function(a(i, j), b(i, j));
  }
  return m;
}

template <class T, class Function>
void for_each(const DenseView<T>& m, const Function& function) {
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = 0; i < m.rows(); ++i) function(m(i, j));
  }
}

}  // namespace

template <class T>
DenseView<T>::DenseView(const DenseView& whole, Index i, Index j, Index rows, Index cols)
    : rows_(rows), cols_(cols), row_step_(whole.row_step_), col_step_(whole.col_step_) {
  if (i < 0 || j < 0 || rows < 0 || cols < 0 || i + rows > whole.rows_ || j + cols > whole.cols_)
    wrong_shape("part", i + rows, j + cols, whole.rows_, whole.cols_);
  if (size() > 0) data_ = whole.data_ + i * row_step_ + j * col_step_;
}

template <class T>
T* DenseView<T>::one_row(Index i) const {
  if (rows_ != 1) wrong_shape("index of a vector", i, 0, rows_, cols_);
  return at(0, i);
}
template <class T>
T* DenseView<T>::contiguous() const {
  if (size() > 0 && ((rows_ > 1 && row_step_ != 1) || (cols_ > 1 && col_step_ != rows_)))
    wrong_shape("part: its numbers do not follow one another", rows_, cols_, row_step_, col_step_);
  return data_;
}
template <class T>
Index DenseView<T>::one_column() const {
  if (cols_ != 1) wrong_shape("vector", rows_, cols_, rows_, 1);
  return 1;
}
template <class T>
std::ostream& DenseView<T>::print(std::ostream& out) const {
  for (Index i = 0; i < rows_; ++i) {
    for (Index j = 0; j < cols_; ++j) out << (j == 0 ? "" : " ") << (*this)(i, j);
    out << '\n';
  }
  return out;
}

template <class T>
MatX<T> DenseView<T>::operator+(const DenseView& other) const {
  return combine("sum", *this, other, [](T a, T b) { return a + b; });
}
template <class T>
MatX<T> DenseView<T>::operator-(const DenseView& other) const {
  return combine("difference", *this, other, [](T a, T b) { return a - b; });
}
template <class T>
MatX<T> DenseView<T>::cwiseProduct(const DenseView& other) const {
  return combine("cwiseProduct", *this, other, [](T a, T b) { return a * b; });
}
template <class T>
MatX<T> DenseView<T>::operator*(const DenseView& other) const {
  if (cols_ != other.rows_) wrong_shape("product", rows_, cols_, other.rows_, other.cols_);
  MatX<T> m(rows_, other.cols_);
  if (m.size() == 0) return m;
  T* column = m.data();
  for (Index j = 0; j < other.cols_; ++j, column += rows_) {
    for (Index k = 0; k < cols_; ++k) {
      const T factor = other.data_[k * other.row_step_ + j * other.col_step_];
      if (factor == T(0)) continue;  // most of a stacked matrix is zero
      const T* from = data_ + k * col_step_;
      for (Index i = 0; i < rows_; ++i) column[i] += from[i * row_step_] * factor;
    }
  }
  return m;
}
template <class T>
MatX<T> DenseView<T>::operator-() const {
  return unaryExpr([](T a) { return -a; });
}
template <class T>
MatX<T> DenseView<T>::operator*(T factor) const {
  return unaryExpr([=](T a) { return a * factor; });
}
template <class T>
MatX<T> DenseView<T>::operator/(T divisor) const {
  return unaryExpr([=](T a) { return a / divisor; });
}
template <class T>
bool DenseView<T>::operator==(const DenseView& other) const {
  if (rows_ != other.rows_ || cols_ != other.cols_) return false;
  for (Index j = 0; j < cols_; ++j) {
    for (Index i = 0; i < rows_; ++i) {
      if (!((*this)(i, j) == other(i, j))) return false;
    }
  }
  return true;
}

template <class T>
MatX<T> DenseView<T>::transpose() const {
  MatX<T> m(cols_, rows_);
  for (Index j = 0; j < cols_; ++j) {
    for (Index i = 0; i < rows_; ++i) m(j, i) = (*this)(i, j);
  }
  return m;
}
template <class T>
MatX<T> DenseView<T>::diagonal() const {
  MatX<T> column(std::min(rows_, cols_));
  for (Index i = 0; i < column.rows(); ++i) column[i] = (*this)(i, i);
  return column;
}
template <class T>
MatX<T> DenseView<T>::asDiagonal() const {
  MatX<T> m(size(), size());
  for (Index i = 0; i < size(); ++i) m(i, i) = (*this)[i];
  return m;
}
template <class T>
MatX<T> DenseView<T>::reverse() const {
  MatX<T> m(rows_, cols_);
  for (Index j = 0; j < cols_; ++j) {
    for (Index i = 0; i < rows_; ++i) m(i, j) = (*this)(rows_ - 1 - i, cols_ - 1 - j);
  }
  return m;
}
template <class T>
MatX<T> DenseView<T>::normalized() const {
  return *this / norm();
}
template <class T>
MatX<T> DenseView<T>::cross(const DenseView& other) const {
  if (size() != 3 || other.size() != 3) wrong_shape("cross product", rows_, cols_, other.rows_, other.cols_);
  const DenseView &a = *this, &b = other;
  MatX<T> m(3);
  m << a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0];
  return m;
}
template <class T>
MatX<T> DenseView<T>::cwiseAbs() const {
  return unaryExpr([](T a) { return std::abs(a); });
}
template <class T>
MatX<T> DenseView<T>::cwiseSqrt() const {
  return unaryExpr([](T a) { return std::sqrt(a); });
}
template <class T>
MatX<T> DenseView<T>::cwiseInverse() const {
  return unaryExpr([](T a) { return 1 / a; });
}

template <class T>
T DenseView<T>::dot(const DenseView& other) const {
  if (size() != other.size()) wrong_shape("dot product", rows_, cols_, other.rows_, other.cols_);
  T sum = 0;
  for (Index i = 0; i < size(); ++i) sum += (*this)[i] * other[i];
  return sum;
}
template <class T>
T DenseView<T>::squaredNorm() const {
  T sum = 0;
  for_each(*this, [&](T x) { sum += x * x; });
  return sum;
}
template <class T>
T DenseView<T>::norm() const {
  return std::sqrt(squaredNorm());
}
template <class T>
T DenseView<T>::largest() const {
  return size() == 0 ? T(0) : cwiseAbs().maxCoeff();
}
template <class T>
T DenseView<T>::sum() const {
  T sum = 0;
  for_each(*this, [&](T x) { sum += x; });
  return sum;
}
template <class T>
T DenseView<T>::trace() const {
  return diagonal().sum();
}
template <class T>
T DenseView<T>::minCoeff() const {
  return -(-*this).maxCoeff();
}
template <class T>
T DenseView<T>::maxCoeff() const {
  T found = (*this)(0, 0);
  for_each(*this, [&](T x) {
    if (x > found || std::isnan(x)) found = x;  // NaN is kept
  });
  return found;
}
template <class T>
bool DenseView<T>::allFinite() const {
  bool finite = true;
  for_each(*this, [&](T x) { finite = finite && std::isfinite(x); });
  return finite;
}

template class DenseView<double>;
template class DenseView<long double>;

}  // namespace sinew::test
