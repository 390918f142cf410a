// Views of the caller's numbers: anything with data() and size() (std::vector, std::array, std::span, Eigen
// vectors) is a vector, anything with data(), rows() and cols() in column order (Matrix, Eigen::MatrixXd) a
// matrix. The numbers must follow one another in memory: a row or a block of a larger Eigen matrix is refused.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace sinew {

namespace edge {
[[noreturn]] void not_contiguous(int rows, int stride);

// Eigen's types say how far apart their numbers are; others have them side by side.
template <class Container>
constexpr void check_inner_stride() {
  if constexpr (requires { Container::InnerStrideAtCompileTime; }) {
    static_assert(int(Container::InnerStrideAtCompileTime) == 1,
                  "the numbers must follow one another in memory: copy them into a vector first");
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

// Dense matrix of our own, column order: enough to hold a result.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(int rows, int cols) : rows_(rows), cols_(cols), data_(std::size_t(rows) * std::size_t(cols)) {}
  T& operator()(int i, int j) { return data_[index(i, j)]; }
  const T& operator()(int i, int j) const { return data_[index(i, j)]; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  T* data() { return data_.data(); }
  const T* data() const { return data_.data(); }

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

// Function parameters: the scalar is deduced from the workspace, the arguments convert.
template <class T>
using In = std::type_identity_t<VectorView<const T>>;
template <class T>
using Out = std::type_identity_t<VectorView<T>>;
template <class T>
using MatrixIn = std::type_identity_t<MatrixView<const T>>;
template <class T>
using MatrixOut = std::type_identity_t<MatrixView<T>>;

// The caller's mistakes, told at the edge of the library: std::invalid_argument that says what was expected.
namespace edge {
[[noreturn]] void wrong_size(const char* what, std::size_t given, std::size_t expected);
[[noreturn]] void wrong_matrix(const char* what, int rows, int cols, int expected_rows, int expected_cols);

template <class T>
inline void check_size(const char* what, const VectorView<T>& x, int expected) {
  if (x.size() != std::size_t(expected)) wrong_size(what, x.size(), std::size_t(expected));
}
template <class T>
inline void check_size(const char* what, const MatrixView<T>& x, int rows, int cols) {
  if (x.rows() != rows || x.cols() != cols) wrong_matrix(what, x.rows(), x.cols(), rows, cols);
}
}  // namespace edge

}  // namespace sinew
