// Defines a placement, the pose of a child frame in its parent frame: x_parent = rotation * x_child + translation.
//
// The papers' phi(parent, child) is this transform's action on forces (`force_to_parent`), and phi^* its
// action on motions (`motion_to_child`).
#pragma once

#include "sinew/spatial/rotation.hpp"
#include "sinew/spatial/spatial_vector.hpp"

namespace sinew {

template <class T>
struct Transform {
  Rotation<T> rotation{};
  Vector3<T> translation{};

  friend constexpr bool operator==(const Transform&, const Transform&) = default;
  template <class U>
  SINEW_INLINE Transform<U> cast() const {
    return {rotation.template cast<U>(), translation.template cast<U>()};
  }
  // phi^*: a motion given in the parent frame, seen in the child frame.
  SINEW_INLINE Motion<T> motion_to_child(const Motion<T>& m) const {
    return {transpose_times(rotation, m.angular),
            transpose_times(rotation, m.linear + cross(m.angular, translation))};
  }
  SINEW_INLINE Motion<T> motion_to_parent(const Motion<T>& m) const {
    const Vector3<T> angular = rotation * m.angular;
    return {angular, rotation * m.linear + cross(translation, angular)};
  }
  // phi: a force given in the child frame, seen in the parent frame.
  SINEW_INLINE Force<T> force_to_parent(const Force<T>& f) const {
    const Vector3<T> linear = rotation * f.linear;
    return {rotation * f.angular + cross(translation, linear), linear};
  }
  // The same for one force or a pack of them.
  template <class S>
  SINEW_INLINE void force_to_parent_in_place(Force<S>& f) const {
    const auto& [x, y, z] = rotation;
    const Vector3<S> linear{dot(x, f.linear), dot(y, f.linear), dot(z, f.linear)};
    const auto& t = translation;
    f = {{dot(x, f.angular) + (t.y * linear.z - t.z * linear.y),
          dot(y, f.angular) + (t.z * linear.x - t.x * linear.z),
          dot(z, f.angular) + (t.x * linear.y - t.y * linear.x)},
         linear};
  }
  SINEW_INLINE Force<T> force_to_child(const Force<T>& f) const {
    return {transpose_times(rotation, f.angular - cross(translation, f.linear)),
            transpose_times(rotation, f.linear)};
  }
};

template <class T>
SINEW_INLINE Transform<T> operator*(const Transform<T>& a, const Transform<T>& b) {
  return {a.rotation * b.rotation, a.rotation * b.translation + a.translation};
}
template <class T>
SINEW_INLINE Vector3<T> operator*(const Transform<T>& a, const Vector3<T>& point) {
  return a.rotation * point + a.translation;
}
template <class T>
SINEW_INLINE Transform<T> inverse(const Transform<T>& a) {
  return {transpose(a.rotation), -transpose_times(a.rotation, a.translation)};
}

}  // namespace sinew
