// Defines views of the caller's vectors and matrices, through which functions read arguments and write results in
// place. Anything with data() and size() (std::vector, std::array, std::span, Eigen vectors) converts to a vector
// view, and anything with data(), rows() and cols() in column order (Matrix, Eigen::MatrixXd) to a matrix view. The
// numbers must be contiguous in memory: a row or a block of a larger Eigen matrix is rejected.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <vector>

namespace sinew {

namespace edge {
[[noreturn]] void not_contiguous(int rows, int stride);
[[noreturn]] void wrong_size(const char* what, std::size_t given, std::size_t expected);

// Checks that the numbers are contiguous. Eigen's types state their stride; all other containers are contiguous.
template <class Container>
constexpr void check_inner_stride() {
  if constexpr (requires { Container::InnerStrideAtCompileTime; }) {
    static_assert(int(Container::InnerStrideAtCompileTime) == 1,
                  "the numbers must be contiguous in memory: copy them into a vector first");
  }
}
}  // namespace edge

template <class Container, class T>
concept VectorOf = requires(Container& c) {
  { c.data() } -> std::convertible_to<T*>;
  c.size();
};

template <class Container, class T>
concept MatrixOf = requires(Container& c) {
  { c.data() } -> std::convertible_to<T*>;
  c.rows();
  c.cols();
};

template <class T>
class VectorView {
 public:
  constexpr VectorView() = default;
  constexpr VectorView(T* data, std::size_t size) : data_(data), size_(size) {}
  template <VectorOf<T> Container>
  constexpr VectorView(Container&& c) : data_(c.data()), size_(static_cast<std::size_t>(c.size())) {
    edge::check_inner_stride<std::remove_cvref_t<Container>>();
  }

  constexpr T& operator[](std::size_t i) const { return data_[i]; }
  constexpr T* data() const { return data_; }
  constexpr std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// A minimal dense matrix in column order, enough to hold a result.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(std::size_t(rows) * std::size_t(cols)) {}
  // Row by row, as it is written on paper: Matrix<double>{{1, 0.1}, {0, 1}}.
  Matrix(std::initializer_list<std::initializer_list<T>> rows)
      : Matrix(int(rows.size()), rows.size() == 0 ? 0 : int(rows.begin()->size())) {
    int i = 0;
    for (const auto& row : rows) {
      if (int(row.size()) != cols_) edge::wrong_size("a row of the matrix", row.size(), std::size_t(cols_));
      int j = 0;
      for (const T& x : row) (*this)(i, j++) = x;
      ++i;
    }
  }
  T& operator()(int i, int j) { return data_[index(i, j)]; }
  const T& operator()(int i, int j) const { return data_[index(i, j)]; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  T* data() { return data_.data(); }
  const T* data() const { return data_.data(); }
  // Changes the shape and sets all numbers to zero. Allocates only if the matrix has never been as large.
  void reset(int rows, int cols) {
    rows_ = rows, cols_ = cols;
    data_.assign(std::size_t(rows) * std::size_t(cols), T{});
  }

 private:
  std::size_t index(int i, int j) const { return std::size_t(j) * std::size_t(rows_) + std::size_t(i); }
  int rows_ = 0, cols_ = 0;
  std::vector<T> data_;
};

template <class T>
class MatrixView {
 public:
  constexpr MatrixView() = default;
  constexpr MatrixView(T* data, int rows, int cols) : data_(data), rows_(rows), cols_(cols) {}
  template <MatrixOf<T> Container>
  constexpr MatrixView(Container&& c)
      : data_(c.data()), rows_(static_cast<int>(c.rows())), cols_(static_cast<int>(c.cols())) {
    if constexpr (requires { std::remove_cvref_t<Container>::IsRowMajor; }) {
      static_assert(!std::remove_cvref_t<Container>::IsRowMajor, "sinew writes matrices in column order");
    }
    edge::check_inner_stride<std::remove_cvref_t<Container>>();
    if constexpr (requires { c.outerStride(); }) {
      if (cols_ > 1 && c.outerStride() != rows_)
        edge::not_contiguous(rows_, static_cast<int>(c.outerStride()));
    }
  }
  constexpr T& operator()(int i, int j) const {
    return data_[std::size_t(j) * std::size_t(rows_) + std::size_t(i)];
  }
  constexpr T* data() const { return data_; }
  constexpr int rows() const { return rows_; }
  constexpr int cols() const { return cols_; }

 private:
  T* data_ = nullptr;
  int rows_ = 0, cols_ = 0;
};

// Types of function parameters. T is deduced from another argument, such as the workspace, so that these convert.
template <class T>
using In = std::type_identity_t<VectorView<const T>>;
template <class T>
using Out = std::type_identity_t<VectorView<T>>;
template <class T>
using MatrixIn = std::type_identity_t<MatrixView<const T>>;
template <class T>
using MatrixOut = std::type_identity_t<MatrixView<T>>;

// Checks of the caller's arguments. They throw std::invalid_argument with a message that says what was expected, unless
// another exception is named.
namespace edge {
[[noreturn]] void wrong_matrix(const char* what, int rows, int cols, int expected_rows, int expected_cols);
[[noreturn]] void not_finite(const char* what, std::size_t index, double value);
[[noreturn]] void overflows(const char* what);   // std::overflow_error
[[noreturn]] void moved_from(const char* what);  // std::logic_error

template <class T>
inline void check_size(const char* what, const VectorView<T>& x, int expected) {
  if (x.size() != std::size_t(expected)) wrong_size(what, x.size(), std::size_t(expected));
}
template <class T>
inline void check_size(const char* what, const MatrixView<T>& x, int rows, int cols) {
  if (x.rows() != rows || x.cols() != cols) wrong_matrix(what, x.rows(), x.cols(), rows, cols);
}
template <class T>
inline bool all_finite(const T* x, std::size_t count) {
  if constexpr (std::floating_point<T>) {
    T zero = 0;  // x - x is zero or NaN
    for (std::size_t i = 0; i < count; ++i) zero += x[i] - x[i];
    return zero == 0;
  }
  return true;
}
template <class T>
inline void check_finite(const char* what, const VectorView<const T>& x) {
  if constexpr (std::floating_point<T>) {
    if (all_finite(x.data(), x.size())) return;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!all_finite(&x[i], 1)) not_finite(what, i, double(x[i]));
    }
  }
}
// Throws std::overflow_error if a result of finite arguments is not finite. `what` names it, such as "the mass matrix".
template <class T>
inline void check_overflow(const char* what, const T* x, std::size_t count) {
  if (!all_finite(x, count)) overflows(what);
}
template <class T>
inline void check_overflow(const char* what, const VectorView<T>& x) {
  check_overflow(what, x.data(), x.size());
}
template <class T>
inline void check_overflow(const char* what, const MatrixView<T>& x) {
  check_overflow(what, x.data(), std::size_t(x.rows()) * std::size_t(x.cols()));
}
// Whether all numbers are so small that sums of them, and products of five of them, are far from overflowing. Results
// that depend on no larger numbers need no check.
template <class T>
inline bool all_moderate(const VectorView<const T>& x) {
  if constexpr (std::floating_point<T>) {
    constexpr T most = sizeof(T) > sizeof(float) ? T(1e55) : T(1e6);
    bool moderate = true;
    for (std::size_t i = 0; i < x.size(); ++i) moderate &= x[i] >= -most && x[i] <= most;
    return moderate;
  }
  return true;
}
template <class T>
inline void check_input(const char* what, const VectorView<const T>& x, int expected) {
  check_size(what, x, expected);
  check_finite(what, x);
}
}  // namespace edge

}  // namespace sinew
