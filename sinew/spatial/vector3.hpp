// Defines 3-vectors and symmetric 3x3 matrices as plain aggregates with value semantics.
#pragma once

#include <cmath>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

template <class T>
struct Vector3 {
  T x{}, y{}, z{};

  friend constexpr bool operator==(const Vector3&, const Vector3&) = default;
  template <class U>
  SINEW_INLINE Vector3<U> cast() const {
    return {U(x), U(y), U(z)};
  }
};

template <class T>
SINEW_INLINE Vector3<T> operator+(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
SINEW_INLINE Vector3<T> operator-(const Vector3<T>& a, const Vector3<T>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
SINEW_INLINE Vector3<T> operator-(const Vector3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T, class S>
SINEW_INLINE Vector3<T> operator*(const S& s, const Vector3<T>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class T>
SINEW_INLINE Vector3<T>& operator+=(Vector3<T>& a, const Vector3<T>& b) {
  return a = a + b;
}
template <class T>
SINEW_INLINE Vector3<T>& operator-=(Vector3<T>& a, const Vector3<T>& b) {
  return a = a - b;
}
template <class T, class S>
SINEW_INLINE auto dot(const Vector3<T>& a, const Vector3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T, class S>
SINEW_INLINE auto cross(const Vector3<T>& a, const Vector3<S>& b) -> Vector3<decltype(a.x * b.x)> {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
inline T norm(const Vector3<T>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

// Symmetric 3x3 matrix, upper triangle.
template <class T>
struct Symmetric3 {
  T xx{}, xy{}, xz{}, yy{}, yz{}, zz{};

  friend constexpr bool operator==(const Symmetric3&, const Symmetric3&) = default;
  template <class U>
  SINEW_INLINE Symmetric3<U> cast() const {
    return {U(xx), U(xy), U(xz), U(yy), U(yz), U(zz)};
  }
};

template <class T>
SINEW_INLINE Symmetric3<T> operator+(const Symmetric3<T>& a, const Symmetric3<T>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
template <class T>
SINEW_INLINE Symmetric3<T> operator-(const Symmetric3<T>& a, const Symmetric3<T>& b) {
  return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
template <class T, class S>
SINEW_INLINE auto operator*(const Symmetric3<T>& m, const Vector3<S>& v) -> Vector3<decltype(m.xx * v.x)> {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

// Steiner's term: mass * (|c|^2 1 - c c^T), the inertia of a point mass at c about the origin.
template <class T>
SINEW_INLINE Symmetric3<T> point_mass_inertia(const T& mass, const Vector3<T>& c) {
  return {mass * (c.y * c.y + c.z * c.z), -mass * c.x * c.y, -mass * c.x * c.z,
          mass * (c.x * c.x + c.z * c.z), -mass * c.y * c.z, mass * (c.x * c.x + c.y * c.y)};
}

}  // namespace sinew
