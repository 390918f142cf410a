// Spatial algebra for the steps of a sweep. The scalar S is a single number or a SIMD pack of numbers.
//
// Body space does not distinguish motions from forces, and an expression may mix them. Here six numbers are a Force,
// unless a joint's class requires a Motion.
#pragma once

#include "sinew/model/joints/joints.hpp"

namespace sinew::operators {

// Reads six numbers, which may be a motion or a force: the algebra does not say which.
template <class S>
SINEW_INLINE Force<S> six(const S* p) {
  return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
}
template <class S>
SINEW_INLINE Motion<S> six_motion(const S* p) {
  return {{p[0], p[1], p[2]}, {p[3], p[4], p[5]}};
}
template <class S>
SINEW_INLINE void put(S* p, const Force<S>& f) {
  p[0] = f.angular.x, p[1] = f.angular.y, p[2] = f.angular.z;
  p[3] = f.linear.x, p[4] = f.linear.y, p[5] = f.linear.z;
}
template <class S>
SINEW_INLINE Force<S> as_force(const Motion<S>& m) {
  return {m.angular, m.linear};
}

template <class S>
SINEW_INLINE Force<S> times(const S& s, const Force<double>& f) {
  return {{s * f.angular.x, s * f.angular.y, s * f.angular.z},
          {s * f.linear.x, s * f.linear.y, s * f.linear.z}};
}
template <class S>
SINEW_INLINE S product(const Force<double>& f, const Force<S>& m) {
  return dot(f.angular, m.angular) + dot(f.linear, m.linear);
}
template <class S>
SINEW_INLINE Force<S> times(const ArticulatedInertia<double>& p, const Vector3<S>& w, const Vector3<S>& v) {
  const auto& [a, b, c] = p;
  const Vector3<S> first = a * w, second = c * v;
  return {{first.x + b.xx * v.x + b.xy * v.y + b.xz * v.z, first.y + b.yx * v.x + b.yy * v.y + b.yz * v.z,
           first.z + b.zx * v.x + b.zy * v.y + b.zz * v.z},
          {second.x + b.xx * w.x + b.yx * w.y + b.zx * w.z, second.y + b.xy * w.x + b.yy * w.y + b.zy * w.z,
           second.z + b.xz * w.x + b.yz * w.y + b.zz * w.z}};
}

// phi (to_parent) and phi^* (to_child) of placements and joints, for single numbers and for packs.
template <class S>
SINEW_INLINE Force<S> to_parent(const Transform<double>& x, Force<S> f) {
  x.force_to_parent_in_place(f);
  return f;
}
template <class S>
SINEW_INLINE Motion<S> to_child(const Transform<double>& x, const Motion<S>& m) {
  const auto& [rx, ry, rz] = x.rotation;
  const Vector3<S> w = m.angular, moved = cross(w, x.translation);
  const Vector3<S> v{m.linear.x + moved.x, m.linear.y + moved.y, m.linear.z + moved.z};
  return {{rx.x * w.x + ry.x * w.y + rz.x * w.z, rx.y * w.x + ry.y * w.y + rz.y * w.z,
           rx.z * w.x + ry.z * w.y + rz.z * w.z},
          {rx.x * v.x + ry.x * v.y + rz.x * v.z, rx.y * v.x + ry.y * v.y + rz.y * v.z,
           rx.z * v.x + ry.z * v.y + rz.z * v.z}};
}
template <class S>
SINEW_INLINE Force<S> to_parent(const StepJoint<double>& joint, Force<S> f) {
  joint.screw.force_to_parent_in_place(f);
  joint.link.normal.force_to_parent_in_place(f);
  if (joint.branch) joint.branch->force_to_parent_in_place(f);
  return f;
}
template <class S>
SINEW_INLINE Motion<S> to_child(const StepJoint<double>& joint, Motion<S> m) {
  if (joint.branch) m = joint.branch->motion_to_child(m);
  return joint.screw.motion_to_child(joint.link.normal.motion_to_child(m));
}
template <class S>
SINEW_INLINE Force<S> to_parent(const PlacedJoint<double>& joint, const Force<S>& f) {
  return to_parent(joint.placement, f);
}
template <class S>
SINEW_INLINE Motion<S> to_child(const PlacedJoint<double>& joint, const Motion<S>& m) {
  return to_child(joint.placement, m);
}

// m += H^* x for one DOF.
template <class S, class Joint>
SINEW_INLINE void advance(const Joint& joint, Force<S>& m, int i, const S& x) {
  if constexpr (requires { joint.row(i); }) {
    const int row = joint.row(i);
    if (row == 0) m.angular.x = m.angular.x + x;
    if (row == 1) m.angular.y = m.angular.y + x;
    if (row == 2) m.angular.z = m.angular.z + x;
    if (row == 3) m.linear.x = m.linear.x + x;
    if (row == 4) m.linear.y = m.linear.y + x;
    if (row == 5) m.linear.z = m.linear.z + x;
  } else {
    const Motion<double> axis = joint.axis(i);
    m += times(x, Force<double>{axis.angular, axis.linear});
  }
}

}  // namespace sinew::operators
