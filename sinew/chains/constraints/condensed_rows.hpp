// Eliminates the contact forces of one arm's grasps, so that the arm acts on the object as a 6 x 6 inertia and a force.
//
// The constraint rows of an arm satisfy Omega f = r - A^* lambda: f are their forces on the object, lambda is the
// object's acceleration and r the acceleration of the free arm along the rows. With Omega = L D L^*, Y = L^-1 A^* and
// y = L^-1 r
//
//   A f = Y^* D^-1 y - (Y^* D^-1 Y) lambda          force on the object; its inertia term is A P A^* of R88 (9.1)
//   f = L^-* D^-1 (y - Y lambda)
//
// Y and y are stored together, eight numbers per row. There is no pivoting: factorise returns false unless Omega is
// positive definite.
//
// Cost: for six rows about 330 multiplications, several per SIMD instruction.
#pragma once

#include <vector>

#include "sinew/scalar/simd/pack.hpp"
#include "sinew/spatial/rigid_inertia.hpp"

namespace sinew::detail {

// Six equations (columns 0 to 5) and their right side (column 6).
template <std::floating_point T>
struct SixEquations {
  using Packed = PackOrNumber<T>;
  static constexpr int width = pack_size<T>;
  T row[6][8] = {};

  // Adds the inertia of a rigid body and subtracts its bias force from the right side.
  template <class C>
  void add(const RigidInertia<C>& body, const Force<T>& bias) {
    const Symmetric3<T> I = body.inertia.template cast<T>();
    const Vector3<T> h = body.moment.template cast<T>();
    const T m(body.mass), zero(0);
    const T whole[6][6] = {{I.xx, I.xy, I.xz, zero, -h.z, h.y}, {I.xy, I.yy, I.yz, h.z, zero, -h.x},
                           {I.xz, I.yz, I.zz, -h.y, h.x, zero}, {zero, h.z, -h.y, m, zero, zero},
                           {-h.z, zero, h.x, zero, m, zero},    {h.y, -h.x, zero, zero, zero, m}};
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) row[i][j] = row[i][j] + whole[i][j];
      row[i][6] = row[i][6] - bias[i];
    }
  }
  // Solves by elimination without pivoting; the matrix must be symmetric and positive definite. Overwrites the
  // equations.
  Motion<T> solve() {
    T inverse[6];
    for (int k = 0; k < 6; ++k) {
      inverse[k] = T(1) / row[k][k];
      for (int i = k + 1; i < 6; ++i) {
        const T factor = inverse[k] * row[k][i];
        for (int j = i / width * width; j < 8; j += width) {
          Packed left, pivot;
          read(left, row[i] + j), read(pivot, row[k] + j);
          keep(row[i] + j, Packed(left - factor * pivot));
        }
      }
    }
    Motion<T> x{};
    for (int i = 5; i >= 0; --i) {
      T sum = row[i][6];
      for (int j = i + 1; j < 6; ++j) sum = sum - row[i][j] * x[j];
      x[i] = inverse[i] * sum;
    }
    return x;
  }
};

template <std::floating_point T>
class CondensedRows {
 public:
  using Packed = PackOrNumber<T>;
  static constexpr int width = pack_size<T>;

  explicit CondensedRows(int capacity)
      : stride_(capacity),
        factor_(std::size_t(capacity) * std::size_t(capacity)),
        inverse_pivot_(std::size_t(capacity)),
        rows_(8 * std::size_t(capacity)) {}

  // The smallest accepted pivot, relative to the diagonal entry of its row. Dividing by a smaller one would lose more
  // digits than the dense equations do.
  static constexpr double tolerance = std::same_as<ConstantOf<T>, float> ? 1e-3 : 1e-7;

  // omega(a, b) returns an entry for b <= a. side(a, y) writes the eight numbers of row a, A^* and r, to y; it is
  // called once for each row. Returns whether Omega is regular.
  template <class OmegaAt, class SideAt>
  bool factorise(int count, const OmegaAt& omega, const SideAt& side) {
    count_ = count;
    for (int a = 0; a < count; ++a) side(a, rows_.data() + 8 * a);
    for (int a = 0; a < count; ++a) {
      T* const y = rows_.data() + 8 * a;
      T* const l = factor_.data() + a * stride_;
      T pivot = omega(a, a);
      const T whole = pivot;
      for (int b = 0; b < a; ++b) {
        const T* const other = factor_.data() + b * stride_;
        T sum = omega(a, b);
        for (int i = 0; i < b; ++i) sum = sum - l[i] * other[i];
        l[b] = sum;  // L D, until the row is complete
      }
      for (int b = 0; b < a; ++b) {
        const T scaled = l[b] * inverse_pivot_[std::size_t(b)];
        pivot = pivot - l[b] * scaled;
        l[b] = scaled;
        const T* const before = rows_.data() + 8 * b;
        for (int i = 0; i < 8; i += width) {
          Packed left, known;
          read(left, y + i), read(known, before + i);
          keep(y + i, Packed(left - scaled * known));
        }
      }
      if (!(pivot > T(tolerance) * whole)) return false;
      inverse_pivot_[std::size_t(a)] = T(1) / pivot;
    }
    return true;
  }

  // Adds Y^* D^-1 (Y y).
  void add_to(SixEquations<T>& equations) const {
    Packed sums[6][8 / width];  // in registers
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 8 / width; ++j) read(sums[i][j], equations.row[i] + j * width);
    }
    for (int a = 0; a < count_; ++a) {
      const T* const y = rows_.data() + 8 * a;
      Packed row[8 / width];
      for (int j = 0; j < 8 / width; ++j) read(row[j], y + j * width);
      for (int i = 0; i < 6; ++i) {
        const T weighted = inverse_pivot_[std::size_t(a)] * y[i];
        for (int j = 0; j < 8 / width; ++j) sums[i][j] = sums[i][j] + weighted * row[j];
      }
    }
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 8 / width; ++j) keep(equations.row[i] + j * width, sums[i][j]);
    }
  }

  // f = L^-* D^-1 (share y - Y lambda).
  void forces(const Motion<T>& lambda, const T& share, T* f) const {
    for (int a = count_ - 1; a >= 0; --a) {
      const T* const y = rows_.data() + 8 * a;
      T sum = share * y[6];
      for (int i = 0; i < 6; ++i) sum = sum - y[i] * lambda[i];
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
  std::vector<T> rows_;           // (Y y), eight numbers per row
};

}  // namespace sinew::detail
