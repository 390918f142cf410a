// Stores numbers of degrees of freedom (DOFs) in rows, one number for each DOF, so that one SIMD register holds the same
// number of several DOFs, and sums rows over the tree.
//
// Rows are padded with zeros to whole registers. Three rows that follow each other are a vector, six a motion or force.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

#include "sinew/algorithms/derivatives/internal/dof_table.hpp"
#include "sinew/scalar/simd/lanes.hpp"
#include "sinew/spatial/articulated_inertia.hpp"
#include "sinew/spatial/mass_flow.hpp"

namespace sinew::common_frame {

struct LanesAreDofs {};  // the tag of the lanes below

template <class T>
inline constexpr int width = detail::register_size<T>;
// The same number of `width` DOFs.
template <class T>
using Side = Lanes<T, width<T>, LanesAreDofs>;

// `count` numbers, the first at the start of a cache line.
template <class T>
class AlignedArray {
 public:
  explicit AlignedArray(std::size_t count) : memory_(new Line[count / per_line + 1]()) {}
  T* data() { return memory_[0].numbers; }
  const T* data() const { return memory_[0].numbers; }

 private:
  static constexpr std::size_t per_line = 64 / sizeof(T);
  struct alignas(64) Line {
    T numbers[per_line];
  };
  std::unique_ptr<Line[]> memory_;
};

template <class T>
SINEW_INLINE Side<T> read_side(const T* from) {
  typename Side<T>::Vector x;
  std::memcpy(&x, from, sizeof x);
  return Side<T>(x);
}
template <class T>
SINEW_INLINE void keep_side(T* to, const Side<T>& x) {
  std::memcpy(to, &x.vector, sizeof x.vector);
}

// Writes an n x n matrix by columns, `width` rows at a time, and notes whether all numbers are finite.
template <class T>
class ColumnWriter {
 public:
  ColumnWriter(T* matrix, int n)
      : matrix_(matrix),
        n_(std::size_t(n)),
        last_(n_ * n_ - std::min(n_ * n_, std::size_t(width<T>))),
        is_large_(n_ * n_ >= std::size_t(width<T>)) {}
  // Writes rows from b * width on, of column j. The last register of a column also writes to columns after it, as far as
  // the end of the matrix.
  SINEW_INLINE void operator()(int b, int j, const Side<T>& x) {
    zero_ += T(0) * x;
    const std::size_t at = std::size_t(j) * n_ + std::size_t(b * width<T>);
    if (at <= last_ && is_large_) {
      keep_side<T>(matrix_ + at, x);
    } else {
      for (std::size_t i = at; i < n_ * n_; ++i) matrix_[i] = x[int(i - at)];
    }
  }
  bool wrote_finite_numbers() const { return lanes::sum<T, width<T>>(zero_.vector) == T(0); }

 private:
  T* matrix_;
  std::size_t n_, last_;  // the last place for a whole register
  bool is_large_;
  Side<T> zero_{T(0)};  // or NaN
};

template <class T>
class DofRows {
 public:
  using S = Side<T>;

  DofRows(int rows, int dofs)
      : rows_(std::size_t(rows)),
        packs_((dofs + width<T> - 1) / width<T>),
        memory_(rows_ * std::size_t(packs_) * stride) {}

  // From one row to the next of the same DOF. The rows of one register's DOFs follow each other.
  static constexpr std::size_t stride = std::size_t(width<T>);
  int packs() const { return packs_; }
  // The place of row i of a DOF.
  SINEW_INLINE T* at(int i, int dof) { return memory_.data() + index(i, dof); }
  SINEW_INLINE const T* at(int i, int dof) const { return memory_.data() + index(i, dof); }

  // These read and write several rows, the first of which is `i`: of all DOFs in pack b,
  SINEW_INLINE S number(int i, int b) const { return read_side<T>(at(i, b * width<T>)); }
  SINEW_INLINE Vector3<S> vector(int i, int b) const {
    return {number(i, b), number(i + 1, b), number(i + 2, b)};
  }
  SINEW_INLINE Motion<S> motion(int i, int b) const { return {vector(i, b), vector(i + 3, b)}; }
  SINEW_INLINE Force<S> force(int i, int b) const { return {vector(i, b), vector(i + 3, b)}; }
  SINEW_INLINE void set(int i, int b, const S& x) { keep_side<T>(at(i, b * width<T>), x); }
  SINEW_INLINE void set(int i, int b, const Vector3<S>& v) {
    set(i, b, v.x), set(i + 1, b, v.y), set(i + 2, b, v.z);
  }
  template <class Six>
  SINEW_INLINE void set_six(int i, int b, const Six& x) {
    set(i, b, x.angular), set(i + 3, b, x.linear);
  }
  // Symmetric matrices and general ones by rows.
  SINEW_INLINE Symmetric3<S> symmetric(int i, int b) const {
    return {number(i, b),     number(i + 1, b), number(i + 2, b),
            number(i + 3, b), number(i + 4, b), number(i + 5, b)};
  }
  SINEW_INLINE void set(int i, int b, const Symmetric3<S>& m) {
    set(i, b, m.xx), set(i + 1, b, m.xy), set(i + 2, b, m.xz);
    set(i + 3, b, m.yy), set(i + 4, b, m.yz), set(i + 5, b, m.zz);
  }
  SINEW_INLINE Matrix3<S> matrix(int i, int b) const {
    return {number(i, b),     number(i + 1, b), number(i + 2, b), number(i + 3, b), number(i + 4, b),
            number(i + 5, b), number(i + 6, b), number(i + 7, b), number(i + 8, b)};
  }
  SINEW_INLINE void set(int i, int b, const Matrix3<S>& m) {
    set(i, b, m.xx), set(i + 1, b, m.xy), set(i + 2, b, m.xz);
    set(i + 3, b, m.yx), set(i + 4, b, m.yy), set(i + 5, b, m.yz);
    set(i + 6, b, m.zx), set(i + 7, b, m.zy), set(i + 8, b, m.zz);
  }
  // and of one DOF.
  template <class Six>
  SINEW_INLINE Six six(int i, int dof) const {
    const T* x = at(i, dof);
    return {{x[0], x[stride], x[2 * stride]}, {x[3 * stride], x[4 * stride], x[5 * stride]}};
  }
  SINEW_INLINE Motion<T> motion_of(int i, int dof) const { return six<Motion<T>>(i, dof); }
  SINEW_INLINE Force<T> force_of(int i, int dof) const { return six<Force<T>>(i, dof); }
  template <class Six>
  SINEW_INLINE void set_of(int i, int dof, const Six& six) {
    T* x = at(i, dof);
    x[0] = six.angular.x, x[stride] = six.angular.y, x[2 * stride] = six.angular.z;
    x[3 * stride] = six.linear.x, x[4 * stride] = six.linear.y, x[5 * stride] = six.linear.z;
  }

  // Copies one number per DOF into a row.
  SINEW_INLINE void fill(int i, const T* numbers, int count) {
    for (int first = 0; first < count; first += width<T>)
      std::copy_n(numbers + first, std::min(width<T>, count - first), at(i, first));
  }

  // Replaces `count` rows by their sums over all DOFs on the path from the ground.
  template <int count>
  void sum_outward(int first, const DofTable& dofs) {
    const int* const parents = dofs.parent.data();
    T sum[count] = {};
    for (int j = 0; j < dofs.size(); ++j) {
      const int parent = parents[j];
      if (parent < 0) {
        for (int i = 0; i < count; ++i) sum[i] = T(0);
      } else if (parent != j - 1) {
        const T* const from = at(first, parent);
        for (int i = 0; i < count; ++i) sum[i] = from[std::size_t(i) * stride];
      }
      T* const x = at(first, j);
      for (int i = 0; i < count; ++i) x[std::size_t(i) * stride] = sum[i] += x[std::size_t(i) * stride];
    }
  }
  // Replaces `count` rows by their sums over all DOFs that a DOF carries, itself included.
  template <int count>
  void sum_inward(int first, const DofTable& dofs) {
    constexpr int at_once = count % 9 == 0 ? 9 : count;  // so many sums stay in registers
    for (int i = 0; i < count; i += at_once) sum_some_inward<at_once>(first + i, dofs);
  }

 private:
  template <int count>
  SINEW_NO_INLINE void sum_some_inward(int first, const DofTable& dofs) {
    const int* const parents = dofs.parent.data();
    T sum[count] = {};
    int inward = -1;  // the parent of the DOF before
    for (int j = dofs.size() - 1; j >= 0; --j) {
      if (inward != j) {
        for (int i = 0; i < count; ++i) sum[i] = T(0);
      }
      T* const x = at(first, j);
      for (int i = 0; i < count; ++i) x[std::size_t(i) * stride] = sum[i] += x[std::size_t(i) * stride];
      inward = parents[j];
      if (inward >= 0 && inward != j - 1) {
        T* const to = at(first, inward);
        for (int i = 0; i < count; ++i) to[std::size_t(i) * stride] += sum[i];
      }
    }
  }

  SINEW_INLINE std::size_t index(int i, int dof) const {
    const auto at = std::size_t(dof);
    return at / stride * rows_ * stride + std::size_t(i) * stride + at % stride;
  }

  std::size_t rows_;
  int packs_;
  AlignedArray<T> memory_;
};

// Calls f with 0, ..., count - 1 as constants.
template <int count, class F>
SINEW_INLINE void unrolled(F&& f) {
  [&]<int... i>(std::integer_sequence<int, i...>) SINEW_INLINE_LAMBDA {
    (f(std::integral_constant<int, i>{}), ...);
  }
  (std::make_integer_sequence<int, count>{});
}

}  // namespace sinew::common_frame
