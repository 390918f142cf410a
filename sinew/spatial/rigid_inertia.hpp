// The inertia of one rigid body about its frame's origin: ten numbers (mass, first moment, second moment).
// The papers' M(k); sums of them are R87's composite inertia r(k).
#pragma once

#include "sinew/spatial/transform.hpp"

namespace sinew {

template <class T>
struct RigidInertia {
  T mass{};
  Vector3<T> moment{};      // first moment: mass * centre of mass
  Symmetric3<T> inertia{};  // second moment about the frame's origin

  friend constexpr bool operator==(const RigidInertia&, const RigidInertia&) = default;
  template <class U>
  SINEW_INLINE RigidInertia<U> cast() const {
    return {U(mass), moment.template cast<U>(), inertia.template cast<U>()};
  }
};

template <class T>
SINEW_INLINE RigidInertia<T> operator+(const RigidInertia<T>& a, const RigidInertia<T>& b) {
  return {a.mass + b.mass, a.moment + b.moment, a.inertia + b.inertia};
}

template <class T, class S>
SINEW_INLINE Force<S> operator*(const RigidInertia<T>& m, const Motion<S>& v) {
  return {m.inertia * v.angular + cross(m.moment, v.linear), m.mass * v.linear + cross(v.angular, m.moment)};
}

// The gyroscopic force b = v x* (M v) (R87 (7), its centripetal term corrected).
template <class T, class S>
SINEW_INLINE Force<S> gyroscopic_force(const RigidInertia<T>& m, const Motion<S>& v) {
  return cross(v, m * v);
}

// phi M phi^*: the same inertia about the parent frame.
template <class T>
inline RigidInertia<T> to_parent(const Transform<T>& x, const RigidInertia<T>& m) {
  const Vector3<T> moment = x.rotation * m.moment;  // about the child's origin, in parent axes
  const Vector3<T>& p = x.translation;
  const T twice = T(2) * dot(p, moment);
  const Symmetric3<T> cross_terms{twice - T(2) * p.x * moment.x,      -(p.x * moment.y + p.y * moment.x),
                                  -(p.x * moment.z + p.z * moment.x), twice - T(2) * p.y * moment.y,
                                  -(p.y * moment.z + p.z * moment.y), twice - T(2) * p.z * moment.z};
  return {m.mass, moment + m.mass * p,
          conjugate(x.rotation, m.inertia) + point_mass_inertia(m.mass, p) + cross_terms};
}

}  // namespace sinew
