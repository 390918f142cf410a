// Defines the inverse of the operational-space inertia of a body in a mechanism: the acceleration of the body per
// unit of force on it, a symmetric 6x6 map from forces to motions, 21 numbers. It is the papers' Omega(k) and
// Delta(k), the covariance of the costate.
//
// It is stored with linear components before angular ones. In that order, motions transform to the child frame by the
// rule by which forces, angular before linear, transform to the parent of the inverse placement. The code that
// transforms articulated inertias therefore transforms this matrix too.
#pragma once

#include "sinew/spatial/screw.hpp"

namespace sinew {

template <class T>
struct InverseInertia {
  ArticulatedInertia<T> swapped{};  // with linear components first
};

template <class T>
SINEW_INLINE InverseInertia<T> operator+(const InverseInertia<T>& a, const InverseInertia<T>& b) {
  return {a.swapped + b.swapped};
}
template <class T>
SINEW_INLINE Motion<T> operator*(const InverseInertia<T>& omega, const Force<T>& f) {
  const Force<T> swapped = omega.swapped * Motion<T>{f.linear, f.angular};
  return {swapped.linear, swapped.angular};
}

// Omega + a b^T + b a^T.
template <class T>
SINEW_INLINE InverseInertia<T> plus_products(const InverseInertia<T>& omega, const Motion<T>& a,
                                             const Motion<T>& b) {
  const auto& [A, B, C] = omega.swapped;
  const auto& [aw, av] = a;
  const auto& [bw, bv] = b;
  const auto symmetric = [](const Symmetric3<T>& m, const Vector3<T>& x, const Vector3<T>& y) {
    return Symmetric3<T>{m.xx + (x.x * y.x + x.x * y.x), m.xy + (x.x * y.y + x.y * y.x),
                         m.xz + (x.x * y.z + x.z * y.x), m.yy + (x.y * y.y + x.y * y.y),
                         m.yz + (x.y * y.z + x.z * y.y), m.zz + (x.z * y.z + x.z * y.z)};
  };
  return {{symmetric(A, av, bv),
           {B.xx + (av.x * bw.x + bv.x * aw.x), B.xy + (av.x * bw.y + bv.x * aw.y),
            B.xz + (av.x * bw.z + bv.x * aw.z), B.yx + (av.y * bw.x + bv.y * aw.x),
            B.yy + (av.y * bw.y + bv.y * aw.y), B.yz + (av.y * bw.z + bv.y * aw.z),
            B.zx + (av.z * bw.x + bv.z * aw.x), B.zy + (av.z * bw.y + bv.z * aw.y),
            B.zz + (av.z * bw.z + bv.z * aw.z)},
           symmetric(C, aw, bw)}};
}

// Transform Omega to the child frame: across a general placement, or across one screw of a Denavit-Hartenberg step.
template <class T>
SINEW_INLINE InverseInertia<T> to_child(const Transform<T>& placement, const InverseInertia<T>& omega) {
  return {to_parent(inverse(placement), omega.swapped)};
}
template <class T, class C, class RotationX>
SINEW_INLINE InverseInertia<T> to_child(const ScrewX<C, RotationX>& screw, const InverseInertia<T>& omega) {
  return {ScrewX<C, decltype(screw.back())>{screw.back(), -screw.shift}.to_parent(omega.swapped)};
}
template <class T, class C>
SINEW_INLINE InverseInertia<T> to_child(const ScrewZ<C>& screw, const InverseInertia<T>& omega) {
  return {ScrewZ<C>{screw.back(), -screw.shift}.to_parent(omega.swapped)};
}

}  // namespace sinew
