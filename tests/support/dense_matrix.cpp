// Implements the writable views and matrices of tests/support/dense.hpp.
#include <algorithm>

#include "tests/support/dense.hpp"

namespace sinew::test {

template <class T>
void Filling<T>::make_room(Index height) {
  if (col_ == target_.cols()) {
    row_ += height_;
    col_ = 0;
  }
  height_ = height;
}
template <class T>
Filling<T>&Filling<T>::operator,(T number) {
  make_room(1);
  target_(row_, col_++) = number;
  return *this;
}
template <class T>
Filling<T>&Filling<T>::operator,(const DenseView<T>&block) {
  if (block.size() == 0) return *this;
  make_room(block.rows());
  target_.block(row_, col_, block.rows(), block.cols()) = block;
  col_ += block.cols();
  return *this;
}

template <class T>
DensePart<T>& DensePart<T>::operator=(const DenseView<T>& other) {
  if (rows() != other.rows() || cols() != other.cols())
    wrong_shape("assignment", other.rows(), other.cols(), rows(), cols());
  const MatX<T> values(other);  // a copy, because it may overlap this part
  for (Index j = 0; j < cols(); ++j) {
    for (Index i = 0; i < rows(); ++i) (*this)(i, j) = values(i, j);
  }
  return *this;
}
template <class T>
DensePart<T>& DensePart<T>::operator+=(const DenseView<T>& other) {
  return *this = static_cast<const DenseView<T>&>(*this + other);
}
template <class T>
DensePart<T>& DensePart<T>::operator-=(const DenseView<T>& other) {
  return *this = static_cast<const DenseView<T>&>(*this - other);
}
template <class T>
DensePart<T>& DensePart<T>::operator*=(T factor) {
  return *this = static_cast<const DenseView<T>&>(*this * factor);
}
template <class T>
DensePart<T>& DensePart<T>::setZero() {
  return *this = static_cast<const DenseView<T>&>(MatX<T>(rows(), cols()));
}
template <class T>
DensePart<T>& DensePart<T>::setIdentity() {
  return *this = static_cast<const DenseView<T>&>(MatX<T>::Identity(rows(), cols()));
}
template <class T>
DensePart<T> DensePart<T>::diagonal() {
  DensePart part = block(0, 0, std::min(rows(), cols()), cols() == 0 ? 0 : 1);
  part.cols_ = 1;
  part.row_step_ += part.col_step_;
  return part;
}

template <class T>
MatX<T>::MatX(std::initializer_list<T> column) : MatX(static_cast<Index>(column.size())) {
  std::copy(column.begin(), column.end(), numbers_.begin());
}
template <class T>
MatX<T>::MatX(std::initializer_list<std::initializer_list<T>> rows)
    : MatX(static_cast<Index>(rows.size()), static_cast<Index>(rows.begin()->size())) {
  Index i = 0;
  for (const auto& row : rows) this->row(i++) = MatX(row).transpose();
}
template <class T>
MatX<T>::MatX(const DenseView<T>& other) {
  resize(other.rows(), other.cols());
  T* to = numbers_.data();
  for (Index j = 0; j < other.cols(); ++j) {
    for (Index i = 0; i < other.rows(); ++i) *to++ = other(i, j);
  }
}
template <class T>
MatX<T>& MatX<T>::operator=(const DenseView<T>& other) {
  return *this = MatX(other);
}
template <class T>
MatX<T>& MatX<T>::operator=(MatX&& other) noexcept {
  numbers_.swap(other.numbers_);
  std::swap(this->rows_, other.rows_);
  std::swap(this->cols_, other.cols_);
  std::swap(this->data_, other.data_);
  std::swap(this->col_step_, other.col_step_);
  return *this;
}
template <class T>
MatX<T> MatX<T>::Constant(Index rows, Index cols, T value) {
  MatX m(rows, cols);
  std::fill(m.numbers_.begin(), m.numbers_.end(), value);
  return m;
}
template <class T>
MatX<T> MatX<T>::Identity(Index rows, Index cols) {
  MatX m(rows, cols);
  for (Index i = 0; i < std::min(rows, cols); ++i) m(i, i) = 1;
  return m;
}
template <class T>
MatX<T> MatX<T>::Unit(Index size, Index i) {
  MatX m(size);
  m[i] = 1;
  return m;
}
template <class T>
void MatX<T>::resize(Index rows, Index cols) {
  if (rows < 0 || cols < 0) wrong_shape("size", rows, cols, 0, 0);
  numbers_.assign(static_cast<std::size_t>(rows * cols), T(0));
  this->data_ = numbers_.data();
  this->rows_ = this->col_step_ = rows;
  this->cols_ = cols;
}
template <class T>
void MatX<T>::conservativeResize(Index rows, Index cols) {
  MatX larger(rows, cols);
  const Index r = std::min(rows, this->rows()), c = std::min(cols, this->cols());
  larger.block(0, 0, r, c) = this->block(0, 0, r, c);
  *this = std::move(larger);
}
template <class T>
Filling<T> DensePart<T>::operator<<(T number) {
  Filling<T> filling(*this);
  filling, number;
  return filling;
}
template <class T>
Filling<T> DensePart<T>::operator<<(const DenseView<T>& block) {
  Filling<T> filling(*this);
  filling, block;
  return filling;
}

template class Filling<double>;
template class Filling<long double>;
template class DensePart<double>;
template class DensePart<long double>;
template class MatX<double>;
template class MatX<long double>;

}  // namespace sinew::test
