// Defines the inertia of a rigid body about its frame's origin: ten numbers (mass, first and second moment of mass). It
// is the papers' M(k); sums of such inertias are R87's composite inertia r(k).
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

// The gyroscopic force b = v x* (M v) (R87 (7), its centripetal term corrected), with c = omega x v:
//
//   angular   omega x I omega + h x c           linear   m c + omega x (omega x h)
template <class T, class S>
SINEW_INLINE Force<S> gyroscopic_force(const RigidInertia<T>& m, const Motion<S>& v) {
  const auto& [w, l] = v;
  const Vector3<T>& h = m.moment;
  const Vector3<S> c = cross(w, l), n = m.inertia * w, u = cross(w, h);
  return {{w.y * n.z - w.z * n.y + h.y * c.z - h.z * c.y, w.z * n.x - w.x * n.z + h.z * c.x - h.x * c.z,
           w.x * n.y - w.y * n.x + h.x * c.y - h.y * c.x},
          {m.mass * c.x + w.y * u.z - w.z * u.y, m.mass * c.y + w.z * u.x - w.x * u.z,
           m.mass * c.z + w.x * u.y - w.y * u.x}};
}

// M a + v x* (M v): the force that gives a body the acceleration a while it moves with v. It is the sum of the terms
// above, with c = a_linear + omega x v, the acceleration of the frame's origin as a point, and of I alpha and alpha x
// h.
template <class T, class S>
SINEW_INLINE Force<S> inertial_force(const RigidInertia<T>& m, const Motion<S>& v, const Motion<S>& a) {
  const auto& [w, l] = v;
  const auto& [r, al] = a;
  const Vector3<T>& h = m.moment;
  const Symmetric3<T>& i = m.inertia;
  const Vector3<S> c{al.x + w.y * l.z - w.z * l.y, al.y + w.z * l.x - w.x * l.z,
                     al.z + w.x * l.y - w.y * l.x};
  const Vector3<S> n = i * w, u = cross(w, h);
  return {{i.xx * r.x + i.xy * r.y + i.xz * r.z + w.y * n.z - w.z * n.y + h.y * c.z - h.z * c.y,
           i.xy * r.x + i.yy * r.y + i.yz * r.z + w.z * n.x - w.x * n.z + h.z * c.x - h.x * c.z,
           i.xz * r.x + i.yz * r.y + i.zz * r.z + w.x * n.y - w.y * n.x + h.x * c.y - h.y * c.x},
          {m.mass * c.x + r.y * h.z - r.z * h.y + w.y * u.z - w.z * u.y,
           m.mass * c.y + r.z * h.x - r.x * h.z + w.z * u.x - w.x * u.z,
           m.mass * c.z + r.x * h.y - r.y * h.x + w.x * u.y - w.y * u.x}};
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
