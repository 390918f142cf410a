// An arm as the object feels it: its grasps' rows taken out, six numbers of motion left.
//
// The rows of an arm hold Omega f = r - A^* lambda: f their forces on the object, lambda the object's acceleration, r
// what the free arm would do along them. With Omega = L D L^*, Y = L^-1 A^*, y = L^-1 r
//
//   A f = Y^* D^-1 y - (Y^* D^-1 Y) lambda          force on the object and the inertia it feels: A P A^* of R88 (9.1)
//   f = L^-* D^-1 (y - Y lambda)
//
// Y and y stand side by side, eight numbers to a row. No pivoting: Omega is positive definite or the arm is refused.
//
// Cost: for six rows about 330 multiplications, several to an instruction.
#pragma once

#include <vector>

#include "sinew/scalar/scalar.hpp"
#include "sinew/spatial/articulated_inertia.hpp"
#include "sinew/spatial/spatial_vector.hpp"

namespace sinew {

// Six equations (columns 0 to 5) and their right side (column 6).
template <Scalar T>
struct SixEquations {
  T row[6][8] = {};

  void add(const ArticulatedInertia<T>& m) {
    for (int j = 0; j < 6; ++j) {
      Motion<T> unit{};
      (&unit.angular.x)[j] = T(1);
      const Force<T> column = m * unit;
      for (int i = 0; i < 6; ++i) row[i][j] = row[i][j] + (&column.angular.x)[i];
    }
  }
  // L D L^* without pivoting: the matrix is positive definite. Destroys the equations.
  Motion<T> solve() {
    for (int k = 0; k < 6; ++k) {
      const T inverse = T(1) / row[k][k];
      for (int i = k + 1; i < 6; ++i) {
        const T factor = inverse * row[k][i];
        for (int j = i; j < 7; ++j) row[i][j] = row[i][j] - factor * row[k][j];
      }
    }
    Motion<T> x{};
    for (int i = 5; i >= 0; --i) {
      T sum = row[i][6];
      for (int j = i + 1; j < 6; ++j) sum = sum - row[i][j] * (&x.angular.x)[j];
      (&x.angular.x)[i] = sum / row[i][i];
    }
    return x;
  }
};

template <Scalar T>
class CondensedRows {
 public:
  explicit CondensedRows(int capacity)
      : stride_(capacity),
        factor_(std::size_t(capacity) * std::size_t(capacity)),
        inverse_pivot_(std::size_t(capacity)),
        rows_(8 * std::size_t(capacity)) {}

  // What must be left of a row once those before it are taken off: with less, dividing by it would cost more digits
  // than the dense equations do.
  static constexpr double tolerance = std::same_as<ConstantOf<T>, float> ? 1e-3 : 1e-7;

  // omega(a, b) for b <= a; side(a): the eight numbers of row a, A^* and r, read once each. Returns whether Omega is
  // regular.
  template <class OmegaAt, class SideAt>
  bool factorise(int count, const OmegaAt& omega, const SideAt& side) {
    count_ = count;
    for (int a = 0; a < count; ++a) {
      T* const y = rows_.data() + 8 * a;
      side(a, y);
      T* const l = factor_.data() + a * stride_;
      T pivot = omega(a, a);
      const T whole = pivot;
      for (int b = 0; b < a; ++b) {
        const T* const other = factor_.data() + b * stride_;
        T sum = omega(a, b);
        for (int i = 0; i < b; ++i) sum = sum - l[i] * other[i];
        l[b] = sum;  // L D, until the row is whole
      }
      for (int b = 0; b < a; ++b) {
        const T scaled = l[b] * inverse_pivot_[std::size_t(b)];
        pivot = pivot - l[b] * scaled;
        l[b] = scaled;
        const T* const before = rows_.data() + 8 * b;
        for (int i = 0; i < 8; ++i) y[i] = y[i] - scaled * before[i];
      }
      if (!(pivot > T(tolerance) * whole)) return false;
      inverse_pivot_[std::size_t(a)] = T(1) / pivot;
    }
    return true;
  }

  // Adds Y^* D^-1 (Y y).
  void add_to(SixEquations<T>& equations) const {
    for (int a = 0; a < count_; ++a) {
      const T* const y = rows_.data() + 8 * a;
      for (int i = 0; i < 6; ++i) {
        const T weighted = inverse_pivot_[std::size_t(a)] * y[i];
        for (int j = 0; j < 8; ++j) equations.row[i][j] = equations.row[i][j] + weighted * y[j];
      }
    }
  }

  // f = L^-* D^-1 (share y - Y lambda).
  void forces(const Motion<T>& lambda, const T& share, T* f) const {
    for (int a = count_ - 1; a >= 0; --a) {
      const T* const y = rows_.data() + 8 * a;
      T sum = share * y[6];
      for (int i = 0; i < 6; ++i) sum = sum - y[i] * (&lambda.angular.x)[i];
      f[a] = inverse_pivot_[std::size_t(a)] * sum;
    }
    for (int a = count_ - 1; a > 0; --a) {
      const T* const l = factor_.data() + a * stride_;
      for (int b = 0; b < a; ++b) f[b] = f[b] - l[b] * f[a];
    }
  }

 private:
  int stride_, count_ = 0;
  std::vector<T> factor_;         // L below the diagonal
  std::vector<T> inverse_pivot_;  // of D
  std::vector<T> rows_;           // (Y y), eight to a row
};

}  // namespace sinew
