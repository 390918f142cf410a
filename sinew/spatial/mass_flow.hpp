// Defines the matrix B of a moving body from which Coriolis matrices are built. For points of mass m at r with the
// velocities u,
//
//   B W = sum m (r x (omega x u), omega x u)        W = (omega, v)
//
// B has twelve numbers: B = [E 0; -p x 0] with E = -sum m (r x)(u x) and the linear momentum p. For a rigid body it
// is the matrix ((V x*) M + (M V) xbar* - M (V x)) / 2 of Echeandia & Wensing 2021: B V = V x* M V, and B + B^* is
// the rate of change of M as seen from the ground.
#pragma once

#include "sinew/spatial/articulated_inertia.hpp"

namespace sinew {

template <class T>
struct MassFlow {
  Matrix3<T> angular{};   // E
  Vector3<T> momentum{};  // p

  MassFlow() = default;
  constexpr MassFlow(const Matrix3<T>& e, const Vector3<T>& p) : angular(e), momentum(p) {}
  // B of a rigid body with first moment h and second moment J of mass, whose points have u = v + omega x r:
  // E = (h.v) 1 - v h^T + (S omega) x - J (omega x), where S = (tr J / 2) 1 - J is the sum of m r r^T.
  template <class C>
  SINEW_INLINE MassFlow(const RigidInertia<C>& body, const Motion<T>& velocity) {
    const auto& [w, v] = velocity;
    const Symmetric3<T> J = body.inertia.template cast<T>();
    const Vector3<T> h = body.moment.template cast<T>();
    const Vector3<T> s = T(0.5) * (J.xx + J.yy + J.zz) * w - J * w;
    const Vector3<T> x = cross(Vector3<T>{J.xx, J.xy, J.xz}, w), y = cross(Vector3<T>{J.xy, J.yy, J.yz}, w),
                     z = cross(Vector3<T>{J.xz, J.yz, J.zz}, w);  // rows of J (omega x)
    const T hx = h.x * v.x, hy = h.y * v.y, hz = h.z * v.z;
    angular = {hy + hz - x.x, -(v.x * h.y + s.z + x.y), s.y - v.x * h.z - x.z,    s.z - v.y * h.x - y.x,
               hx + hz - y.y, -(v.y * h.z + s.x + y.z), -(v.z * h.x + s.y + z.x), s.x - v.z * h.y - z.y,
               hx + hy - z.z};
    momentum = T(body.mass) * v + cross(w, h);
  }
};

template <class T>
SINEW_INLINE MassFlow<T> operator+(const MassFlow<T>& a, const MassFlow<T>& b) {
  return {a.angular + b.angular, a.momentum + b.momentum};
}
template <class T>
SINEW_INLINE Force<T> operator*(const MassFlow<T>& b, const Motion<T>& m) {
  return {b.angular * m.angular, cross(m.angular, b.momentum)};
}
// B^* m, which is a pure moment.
template <class T>
SINEW_INLINE Vector3<T> transpose_times(const MassFlow<T>& b, const Motion<T>& m) {
  return transpose_times(b.angular, m.angular) + cross(b.momentum, m.linear);
}

// phi B phi^*: the same matrix about the parent frame, E' = R E R^T - (t x)(R p x).
template <class T>
inline MassFlow<T> to_parent(const Transform<T>& x, const MassFlow<T>& b) {
  const Vector3<T> p = x.rotation * b.momentum;
  const Vector3<T>& t = x.translation;
  const T xx = t.x * p.x, yy = t.y * p.y, zz = t.z * p.z;
  return {conjugate(x.rotation, b.angular) + Matrix3<T>{yy + zz, -p.x * t.y, -p.x * t.z, -p.y * t.x, xx + zz,
                                                        -p.y * t.z, -p.z * t.x, -p.z * t.y, xx + yy},
          p};
}

}  // namespace sinew
