// Vectors and matrices for the tests, of double or long double and sized at run time. Names and meanings are Eigen's,
// but each operation is evaluated at once and compiled once, in dense.cpp: instantiating Eigen's templates in each test
// took most of the build time of the tests. Shapes and indices are checked.
#pragma once

#include <concepts>
#include <initializer_list>
#include <utility>
#include <vector>

#include "tests/support/dense_view.hpp"

namespace sinew::test {

template <class T>
class Filling;

// A view that can be written, without changing its shape.
template <class T>
class DensePart : public DenseView<T> {
 public:
  DensePart(T* data, Index r, Index c = 1) : DenseView<T>(data, r, c) {}
  DensePart(const DensePart&) = default;
  DensePart& operator=(const DensePart& other) { return *this = static_cast<const DenseView<T>&>(other); }
  DensePart& operator=(const DenseView<T>& other);
  DensePart& operator+=(const DenseView<T>& other);
  DensePart& operator-=(const DenseView<T>& other);
  DensePart& operator*=(T factor);
  DensePart& operator/=(T divisor) { return *this *= T(1) / divisor; }
  DensePart& setZero();
  DensePart& setIdentity();
  Filling<T> operator<<(T number);
  Filling<T> operator<<(const DenseView<T>& block);

  using DenseView<T>::operator();
  using DenseView<T>::operator[];
  using DenseView<T>::x, DenseView<T>::y, DenseView<T>::z, DenseView<T>::data, DenseView<T>::block;
  using DenseView<T>::segment, DenseView<T>::head, DenseView<T>::tail, DenseView<T>::col, DenseView<T>::row;
  using DenseView<T>::diagonal, DenseView<T>::rows, DenseView<T>::cols, DenseView<T>::begin,
      DenseView<T>::end;
  using DenseView<T>::topRows, DenseView<T>::middleRows, DenseView<T>::bottomRows;
  using DenseView<T>::leftCols, DenseView<T>::middleCols, DenseView<T>::rightCols;
  using DenseView<T>::topLeftCorner, DenseView<T>::topRightCorner;
  using DenseView<T>::bottomLeftCorner, DenseView<T>::bottomRightCorner;
  T& operator()(Index i, Index j) { return *this->at(i, j); }
  T& operator()(Index i) { return *this->at(i); }
  T& operator[](Index i) { return *this->at(i); }
  T& x() { return *this->at(0); }
  T& y() { return *this->at(1); }
  T& z() { return *this->at(2); }
  T* data() { return this->contiguous(); }
  T* begin() { return this->contiguous(); }
  T* end() { return this->contiguous() + this->size(); }
  DensePart block(Index i, Index j, Index r, Index c) { return DenseView<T>::block(i, j, r, c); }
  DensePart segment(Index i, Index size) { return block(i, 0, size, this->one_column()); }
  DensePart head(Index size) { return segment(0, size); }
  DensePart tail(Index size) { return segment(rows() - size, size); }
  DensePart col(Index j) { return block(0, j, rows(), 1); }
  DensePart row(Index i) { return block(i, 0, 1, cols()); }
  DensePart topRows(Index n) { return block(0, 0, n, cols()); }
  DensePart middleRows(Index i, Index n) { return block(i, 0, n, cols()); }
  DensePart bottomRows(Index n) { return block(rows() - n, 0, n, cols()); }
  DensePart leftCols(Index n) { return block(0, 0, rows(), n); }
  DensePart middleCols(Index j, Index n) { return block(0, j, rows(), n); }
  DensePart rightCols(Index n) { return block(0, cols() - n, rows(), n); }
  DensePart topLeftCorner(Index r, Index c) { return block(0, 0, r, c); }
  DensePart topRightCorner(Index r, Index c) { return block(0, cols() - c, r, c); }
  DensePart bottomLeftCorner(Index r, Index c) { return block(rows() - r, 0, r, c); }
  DensePart bottomRightCorner(Index r, Index c) { return block(rows() - r, cols() - c, r, c); }
  DensePart diagonal();

 protected:
  DensePart() = default;
  DensePart(const DenseView<T>& part) : DenseView<T>(part) {}
};

// Numbers in row order, or blocks side by side: m << 1, 2, 3, 4.
template <class T>
class Filling {
 public:
  explicit Filling(const DensePart<T>& target) : target_(target) {}
  Filling& operator,(T number);
  Filling& operator,(const DenseView<T>& block);
  MatX<T> finished() const { return target_; }

 private:
  void make_room(Index height);
  DensePart<T> target_;
  Index row_ = 0, col_ = 0, height_ = 0;
};

// Owns its numbers; zero at first. Assignment changes its shape.
template <class T>
class MatX : public DensePart<T> {
 public:
  MatX() = default;
  explicit MatX(Index rows, Index cols = 1) { resize(rows, cols); }
  MatX(std::initializer_list<T> column);
  MatX(std::initializer_list<std::initializer_list<T>> rows);  // row by row: {{1, 2}, {3, 4}}
  MatX(const DenseView<T>& other);
  MatX(const MatX& other) : MatX(static_cast<const DenseView<T>&>(other)) {}
  MatX(MatX&& other) noexcept { *this = std::move(other); }
  ~MatX() = default;
  MatX& operator=(const DenseView<T>& other);
  MatX& operator=(const MatX& other) { return *this = static_cast<const DenseView<T>&>(other); }
  MatX& operator=(MatX&& other) noexcept;

  static MatX Zero(Index rows, Index cols = 1) { return MatX(rows, cols); }
  static MatX Ones(Index rows, Index cols = 1) { return Constant(rows, cols, T(1)); }
  static MatX Constant(Index size, T value) { return Constant(size, 1, value); }
  static MatX Constant(Index rows, Index cols, T value);
  static MatX Identity(Index rows, Index cols);
  static MatX Unit(Index size, Index i);
  // Fills the matrix from a function of row and column, column by column.
  template <std::invocable Function>
  static MatX filled_by(Index rows, Index cols, const Function& next);
  template <std::invocable Function>
  static MatX filled_by(Index size, const Function& next) {
    return filled_by(size, 1, next);
  }

  void resize(Index rows, Index cols = 1);              // all zero
  void conservativeResize(Index rows, Index cols = 1);  // existing entries stay
  using DensePart<T>::setZero;
  void setZero(Index rows, Index cols = 1) { resize(rows, cols); }

 private:
  std::vector<T> numbers_;
};

template <class T>
using VecX = MatX<T>;

template <class T>
template <std::invocable Function>
MatX<T> MatX<T>::filled_by(Index rows, Index cols, const Function& next) {
  MatX m(rows, cols);
  for (T& number : m.numbers_) number = T(next());
  return m;
}
template <class T>
template <class Function>
MatX<T> DenseView<T>::unaryExpr(const Function& function) const {
  MatX<T> m(rows_, cols_);
  for (Index j = 0; j < cols_; ++j) {
    for (Index i = 0; i < rows_; ++i) m(i, j) = function((*this)(i, j));
  }
  return m;
}
template <class T>
template <class Other>
MatX<Other> DenseView<T>::cast() const {
  MatX<Other> m(rows_, cols_);
  for (Index j = 0; j < cols_; ++j) {
    for (Index i = 0; i < rows_; ++i) m(i, j) = static_cast<Other>((*this)(i, j));
  }
  return m;
}

extern template class DenseView<double>;
extern template class DenseView<long double>;
extern template class Filling<double>;
extern template class Filling<long double>;
extern template class DensePart<double>;
extern template class DensePart<long double>;
extern template class MatX<double>;
extern template class MatX<long double>;

// A matrix of fixed shape.
template <class T, int Rows, int Cols = 1>
class Mat : public MatX<T> {
 public:
  Mat() : MatX<T>(Rows, Cols) {}
  Mat(const Mat&) = default;
  Mat(const DenseView<T>& other) : MatX<T>(checked(other)) {}
  // The numbers of a vector.
  template <std::convertible_to<T>... Numbers>
  requires(Cols == 1 && Rows > 1 && sizeof...(Numbers) == Rows) Mat(Numbers... numbers)
      : MatX<T>({static_cast<T>(numbers)...}) {}
  Mat(std::initializer_list<std::initializer_list<T>> rows) : Mat(MatX<T>(rows)) {}
  Mat& operator=(const Mat&) = default;
  Mat& operator=(const DenseView<T>& other) {
    MatX<T>::operator=(checked(other));
    return *this;
  }

  static Mat Zero() { return {}; }
  static Mat Identity() { return MatX<T>::Identity(Rows, Cols); }
  static Mat Constant(T value) { return MatX<T>::Constant(Rows, Cols, value); }
  template <std::invocable Function>
  static Mat filled_by(const Function& next) {
    return MatX<T>::filled_by(Rows, Cols, next);
  }
  static Mat Unit(Index i) { return MatX<T>::Unit(Rows, i); }
  static Mat UnitX() { return Unit(0); }
  static Mat UnitY() { return Unit(1); }
  static Mat UnitZ() { return Unit(2); }

 private:
  static const DenseView<T>& checked(const DenseView<T>& m) {
    if (m.rows() != Rows || m.cols() != Cols) wrong_shape("assignment", m.rows(), m.cols(), Rows, Cols);
    return m;
  }
};
template <class T>
using Vec3 = Mat<T, 3>;
template <class T>
using Vec6 = Mat<T, 6>;
template <class T>
using Mat3 = Mat<T, 3, 3>;
template <class T>
using Mat6 = Mat<T, 6, 6>;
template <class T>
using Columns6 = MatX<T>;  // with six rows

using MatrixXd = MatX<double>;
using VectorXd = VecX<double>;
using Vector2d = Mat<double, 2>;
using Vector3d = Vec3<double>;
using Vector4d = Mat<double, 4>;
using Vector6d = Vec6<double>;
using Matrix2d = Mat<double, 2, 2>;
using Matrix3d = Mat3<double>;
using Matrix6d = Mat6<double>;

}  // namespace sinew::test
