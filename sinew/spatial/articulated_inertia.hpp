// Defines the articulated-body inertia: the apparent inertia of a body while the joints beyond it are free to move, a
// symmetric 6x6 matrix of 21 numbers. It is the papers' P(k), the covariance of the spatial force.
//
//   P = [ A   B ]   angular over linear, A and C symmetric
//       [ B^T C ]
#pragma once

#include "sinew/spatial/rigid_inertia.hpp"

namespace sinew {

template <class T>
struct Matrix3 {
  T xx{}, xy{}, xz{}, yx{}, yy{}, yz{}, zx{}, zy{}, zz{};
};

template <class T>
struct ArticulatedInertia {
  Symmetric3<T> angular{};  // A
  Matrix3<T> mixed{};       // B
  Symmetric3<T> linear{};   // C

  ArticulatedInertia() = default;
  constexpr ArticulatedInertia(const Symmetric3<T>& a, const Matrix3<T>& b, const Symmetric3<T>& c)
      : angular(a), mixed(b), linear(c) {}
  template <class C>
  SINEW_INLINE explicit ArticulatedInertia(const RigidInertia<C>& m)
      : angular(m.inertia.template cast<T>()),
        mixed{T(0),           T(-m.moment.z), T(m.moment.y), T(m.moment.z), T(0),
              T(-m.moment.x), T(-m.moment.y), T(m.moment.x), T(0)},
        linear{T(m.mass), T(0), T(0), T(m.mass), T(0), T(m.mass)} {}
};

template <class T>
SINEW_INLINE Matrix3<T> operator+(const Matrix3<T>& a, const Matrix3<T>& b) {
  return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yx + b.yx, a.yy + b.yy,
          a.yz + b.yz, a.zx + b.zx, a.zy + b.zy, a.zz + b.zz};
}
template <class T>
SINEW_INLINE Vector3<T> operator*(const Matrix3<T>& m, const Vector3<T>& v) {
  return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.yx * v.x + m.yy * v.y + m.yz * v.z,
          m.zx * v.x + m.zy * v.y + m.zz * v.z};
}
template <class T>
SINEW_INLINE Vector3<T> transpose_times(const Matrix3<T>& m, const Vector3<T>& v) {
  return {m.xx * v.x + m.yx * v.y + m.zx * v.z, m.xy * v.x + m.yy * v.y + m.zy * v.z,
          m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
template <class T>
SINEW_INLINE ArticulatedInertia<T> operator+(const ArticulatedInertia<T>& a, const ArticulatedInertia<T>& b) {
  return {a.angular + b.angular, a.mixed + b.mixed, a.linear + b.linear};
}

// Adds the body's own inertia, which changes 15 of the 21 numbers.
template <class T, class C>
SINEW_INLINE ArticulatedInertia<T>& operator+=(ArticulatedInertia<T>& p, const RigidInertia<C>& m) {
  auto& [a, b, c] = p;
  a = {a.xx + m.inertia.xx, a.xy + m.inertia.xy, a.xz + m.inertia.xz,
       a.yy + m.inertia.yy, a.yz + m.inertia.yz, a.zz + m.inertia.zz};
  b.xy = b.xy - m.moment.z;
  b.xz = b.xz + m.moment.y;
  b.yx = b.yx + m.moment.z;
  b.yz = b.yz - m.moment.x;
  b.zx = b.zx - m.moment.y;
  b.zy = b.zy + m.moment.x;
  c.xx = c.xx + m.mass;
  c.yy = c.yy + m.mass;
  c.zz = c.zz + m.mass;
  return p;
}

template <class T>
SINEW_INLINE Force<T> operator*(const ArticulatedInertia<T>& p, const Motion<T>& m) {
  const auto& [a, b, c] = p;
  const auto& [w, v] = m;
  return {a * w + b * v, c * v + transpose_times(b, w)};
}

// P - g f^T, where g is a multiple of f: the filter's covariance update.
template <class T>
SINEW_INLINE ArticulatedInertia<T> minus_product(const ArticulatedInertia<T>& p, const Force<T>& g,
                                                 const Force<T>& f) {
  const auto& [a, b, c] = p;
  const auto& [ga, gl] = g;
  const auto& [fa, fl] = f;
  return {{a.xx - ga.x * fa.x, a.xy - ga.x * fa.y, a.xz - ga.x * fa.z, a.yy - ga.y * fa.y, a.yz - ga.y * fa.z,
           a.zz - ga.z * fa.z},
          {b.xx - ga.x * fl.x, b.xy - ga.x * fl.y, b.xz - ga.x * fl.z, b.yx - ga.y * fl.x, b.yy - ga.y * fl.y,
           b.yz - ga.y * fl.z, b.zx - ga.z * fl.x, b.zy - ga.z * fl.y, b.zz - ga.z * fl.z},
          {c.xx - gl.x * fl.x, c.xy - gl.x * fl.y, c.xz - gl.x * fl.z, c.yy - gl.y * fl.y, c.yz - gl.y * fl.z,
           c.zz - gl.z * fl.z}};
}

// R m R^T for a general 3x3 matrix.
template <class T>
SINEW_INLINE Matrix3<T> conjugate(const Rotation<T>& r, const Matrix3<T>& m) {
  const Vector3<T> x{m.xx, m.xy, m.xz}, y{m.yx, m.yy, m.yz}, z{m.zx, m.zy, m.zz};
  const Vector3<T> rx = r * x, ry = r * y, rz = r * z;  // rows of m R^T
  const auto combine = [&](const Vector3<T>& w) { return w.x * rx + w.y * ry + w.z * rz; };
  const Vector3<T> a = combine(r.row_x), b = combine(r.row_y), c = combine(r.row_z);
  return {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
}

// phi P phi^*: the same inertia about the parent frame, for a general placement. With S = [translation x]:
// B' = B + S C and A' = A + S B^T + B' S^T.
template <class T>
inline ArticulatedInertia<T> to_parent(const Transform<T>& x, const ArticulatedInertia<T>& p) {
  const Symmetric3<T> a = conjugate(x.rotation, p.angular), c = conjugate(x.rotation, p.linear);
  const Matrix3<T> b = conjugate(x.rotation, p.mixed);
  const Vector3<T>& t = x.translation;
  const Vector3<T> cx = cross(t, Vector3<T>{c.xx, c.xy, c.xz}), cy = cross(t, Vector3<T>{c.xy, c.yy, c.yz}),
                   cz = cross(t, Vector3<T>{c.xz, c.yz, c.zz});  // columns of S C
  const Matrix3<T> moved = b + Matrix3<T>{cx.x, cy.x, cz.x, cx.y, cy.y, cz.y, cx.z, cy.z, cz.z};
  const Vector3<T> sx = cross(t, Vector3<T>{b.xx, b.xy, b.xz}), sy = cross(t, Vector3<T>{b.yx, b.yy, b.yz}),
                   sz = cross(t, Vector3<T>{b.zx, b.zy, b.zz});  // columns of S B^T
  const Vector3<T> ux = cross(t, Vector3<T>{moved.xx, moved.xy, moved.xz}),
                   uy = cross(t, Vector3<T>{moved.yx, moved.yy, moved.yz}),
                   uz = cross(t, Vector3<T>{moved.zx, moved.zy, moved.zz});  // rows of B' S^T
  return {a + Symmetric3<T>{sx.x + ux.x, sy.x + ux.y, sz.x + ux.z, sy.y + uy.y, sz.y + uy.z, sz.z + uz.z},
          moved, c};
}

}  // namespace sinew
