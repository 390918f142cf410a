// Defines spatial motions (twists, accelerations) and spatial forces (wrenches, momenta): six numbers each, angular
// over linear. They are different types because they live in dual spaces and change frames by different rules.
#pragma once

#include <array>

#include "sinew/spatial/vector3.hpp"

namespace sinew {

namespace detail {

// Returns a pointer to the first of the six numbers of a motion or force; the others follow it in memory. Formally a
// pointer to a member does not reach the next member. A choice of the member by index would be formally correct, but
// costs branches wherever a loop is not unrolled.
template <class Six>
SINEW_INLINE auto* first_of_six(Six& six) {
  static_assert(sizeof(six) == 6 * sizeof(six.angular.x));
  return &six.angular.x;
}

}  // namespace detail

// (omega, v) or (alpha, a): of the frame's origin, in the frame's axes.
template <class T>
struct Motion {
  Vector3<T> angular{}, linear{};

  // The six numbers, angular before linear.
  SINEW_INLINE T* data() { return detail::first_of_six(*this); }
  SINEW_INLINE const T* data() const { return detail::first_of_six(*this); }
  SINEW_INLINE T& operator[](int i) { return data()[i]; }
  SINEW_INLINE const T& operator[](int i) const { return data()[i]; }
  friend constexpr bool operator==(const Motion&, const Motion&) = default;
  template <class U>
  SINEW_INLINE Motion<U> cast() const {
    return {angular.template cast<U>(), linear.template cast<U>()};
  }
};

// (moment about the frame's origin, force), in the frame's axes; also a spatial momentum.
template <class T>
struct Force {
  Vector3<T> angular{}, linear{};

  // The six numbers, angular before linear.
  SINEW_INLINE T* data() { return detail::first_of_six(*this); }
  SINEW_INLINE const T* data() const { return detail::first_of_six(*this); }
  SINEW_INLINE T& operator[](int i) { return data()[i]; }
  SINEW_INLINE const T& operator[](int i) const { return data()[i]; }
  friend constexpr bool operator==(const Force&, const Force&) = default;
  template <class U>
  SINEW_INLINE Force<U> cast() const {
    return {angular.template cast<U>(), linear.template cast<U>()};
  }
};

template <class T>
SINEW_INLINE Motion<T> operator+(const Motion<T>& a, const Motion<T>& b) {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <class T>
SINEW_INLINE Motion<T> operator-(const Motion<T>& a, const Motion<T>& b) {
  return {a.angular - b.angular, a.linear - b.linear};
}
template <class T, class S>
SINEW_INLINE Motion<T> operator*(const S& s, const Motion<T>& a) {
  return {s * a.angular, s * a.linear};
}
template <class T>
SINEW_INLINE Motion<T>& operator+=(Motion<T>& a, const Motion<T>& b) {
  return a = a + b;
}
template <class T>
SINEW_INLINE Force<T> operator+(const Force<T>& a, const Force<T>& b) {
  return {a.angular + b.angular, a.linear + b.linear};
}
template <class T>
SINEW_INLINE Force<T> operator-(const Force<T>& a, const Force<T>& b) {
  return {a.angular - b.angular, a.linear - b.linear};
}
template <class T, class S>
SINEW_INLINE Force<T> operator*(const S& s, const Force<T>& a) {
  return {s * a.angular, s * a.linear};
}
template <class T>
SINEW_INLINE Force<T>& operator+=(Force<T>& a, const Force<T>& b) {
  return a = a + b;
}
template <class T>
SINEW_INLINE Force<T>& operator-=(Force<T>& a, const Force<T>& b) {
  return a = a - b;
}

// The six numbers, angular before linear.
template <class T>
SINEW_INLINE std::array<T, 6> components(const Motion<T>& m) {
  return {m.angular.x, m.angular.y, m.angular.z, m.linear.x, m.linear.y, m.linear.z};
}

// Power: the pairing of the two spaces. One of them may hold packs of numbers.
template <class T, class S>
SINEW_INLINE auto dot(const Motion<T>& m, const Force<S>& f) {
  return dot(m.angular, f.angular) + dot(m.linear, f.linear);
}
template <class T, class S>
SINEW_INLINE auto dot(const Force<T>& f, const Motion<S>& m) {
  return dot(m, f);
}

// Rate of change of a motion that is fixed in a frame moving with velocity v.
template <class T>
SINEW_INLINE Motion<T> cross(const Motion<T>& v, const Motion<T>& m) {
  return {cross(v.angular, m.angular), cross(v.angular, m.linear) + cross(v.linear, m.angular)};
}
// Rate of change of a force that is fixed in a frame moving with velocity v.
template <class T>
SINEW_INLINE Force<T> cross(const Motion<T>& v, const Force<T>& f) {
  return {cross(v.angular, f.angular) + cross(v.linear, f.linear), cross(v.angular, f.linear)};
}

}  // namespace sinew
