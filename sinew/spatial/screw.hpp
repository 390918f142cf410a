// Transforms motions, forces and inertias by a screw, a rotation about and a translation along one coordinate axis: one
// half of a modified Denavit-Hartenberg step.
//
// The pose of a link's frame in its parent's frame is ScrewX(alpha, a) * ScrewZ(theta, d): rotation about and
// translation along the parent's x axis (the common normal of the two joint axes), then about and along the joint
// axis z (Khalil & Kleinfinger 1986). Split in this way, phi costs two plane rotations instead of one in space, and
// the elements of P+ that the filter makes zero remain zero across ScrewZ. The rotation and the translation of one
// screw commute.
//
// Naming as in Transform: motions go to the child, forces and inertias to the parent.
#pragma once

#include <utility>

#include "sinew/spatial/articulated_inertia.hpp"

namespace sinew {

// P+ = P - P H^T H P / D after a revolute joint about z: the moment about z is known, so its row and column
// are zero and 15 numbers are left.
template <class T>
struct InertiaPastRevolute {
  T a_xx, a_xy, a_yy;                    // angular block
  T b_xx, b_xy, b_xz, b_yx, b_yy, b_yz;  // mixed block, rows x and y
  Symmetric3<T> linear;
};

// P+ m for a motion without z components, as a revolute joint's bias acceleration is.
template <class T>
SINEW_INLINE Force<T> times_level(const InertiaPastRevolute<T>& p, const Motion<T>& m) {
  const auto& [n, a] = m;
  const Symmetric3<T>& c = p.linear;
  return {{p.a_xx * n.x + p.a_xy * n.y + p.b_xx * a.x + p.b_xy * a.y,
           p.a_xy * n.x + p.a_yy * n.y + p.b_yx * a.x + p.b_yy * a.y, T(0)},
          {p.b_xx * n.x + p.b_yx * n.y + c.xx * a.x + c.xy * a.y,
           p.b_xy * n.x + p.b_yy * n.y + c.xy * a.x + c.yy * a.y,
           p.b_xz * n.x + p.b_yz * n.y + c.xz * a.x + c.yz * a.y}};
}

template <class S>
struct PlanePair {
  S x, y;
};
template <class S>
struct PlaneSquare {
  S xx, xy, yy;
};

// A rotation in a plane, [c -s; s c], applied to pairs of numbers and 2x2 matrices. Neighbouring axes of real robots
// are nearly always parallel or perpendicular. The rotation about their common normal is then known beforehand
// (NoRotation or QuarterRotation) and takes no multiplication.
template <class C>
struct AnyRotation {
  C cosine{1}, sine{};

  template <class S>
  SINEW_INLINE void rotate(S& x, S& y) const {
    const S rotated = cosine * x - sine * y;
    y = sine * x + cosine * y;
    x = rotated;
  }
  // The inverse rotation.
  template <class S>
  SINEW_INLINE void rotate_back(S& x, S& y) const {
    const S rotated = cosine * x + sine * y;
    y = cosine * y - sine * x;
    x = rotated;
  }
  // Returns the pair (x, 0), rotated.
  template <class S>
  SINEW_INLINE PlanePair<S> rotated(const S& x) const {
    return {cosine * x, sine * x};
  }
  // R m R^T for the symmetric 2x2 matrix whose only nonzero element is xx.
  template <class S>
  SINEW_INLINE PlaneSquare<S> rotated_square(const S& xx) const {
    return {(cosine * cosine) * xx, (cosine * sine) * xx, (sine * sine) * xx};
  }
  // R m R^T for the symmetric 2x2 matrix (xx xy; xy yy).
  template <class S>
  SINEW_INLINE void rotate_symmetric(S& xx, S& xy, S& yy) const {
    const C cs = cosine * sine, ss = sine * sine;
    const S difference = xx - yy;
    const S h = ss * difference + (cs + cs) * xy;
    xy = cs * difference + (cosine * cosine - ss) * xy;
    xx = xx - h;
    yy = yy + h;
  }
  // R m R^T for a general 2x2 matrix, whose trace and skew part do not change.
  template <class S>
  SINEW_INLINE void rotate_general(S& xx, S& xy, S& yx, S& yy) const {
    const C cs = cosine * sine, ss = sine * sine;
    const S difference = xx - yy, sum = xy + yx;
    const S h = ss * difference + cs * sum, g = cs * difference - ss * sum;
    xx = xx - h;
    xy = xy + g;
    yx = yx + g;
    yy = yy + h;
  }
  SINEW_INLINE AnyRotation back() const { return {cosine, -sine}; }
};

// The rotation by 90 degrees.
struct QuarterRotation {
  template <class S>
  SINEW_INLINE static void rotate(S& x, S& y) {
    const S rotated = -y;
    y = x;
    x = rotated;
  }
  template <class S>
  SINEW_INLINE static void rotate_back(S& x, S& y) {
    const S rotated = y;
    y = -x;
    x = rotated;
  }
  template <class S>
  SINEW_INLINE static PlanePair<S> rotated(const S& x) {
    return {S(0), x};
  }
  template <class S>
  SINEW_INLINE static PlaneSquare<S> rotated_square(const S& xx) {
    return {S(0), S(0), xx};
  }
  template <class S>
  SINEW_INLINE static void rotate_symmetric(S& xx, S& xy, S& yy) {
    std::swap(xx, yy);
    xy = -xy;
  }
  template <class S>
  SINEW_INLINE static void rotate_general(S& xx, S& xy, S& yx, S& yy) {
    std::swap(xx, yy);
    const S rotated = -yx;
    yx = -xy;
    xy = rotated;
  }
  static constexpr auto back();
};
// The rotation by -90 degrees. It acts on matrices as the rotation by 90 degrees does.
struct QuarterRotationBack : QuarterRotation {
  template <class S>
  SINEW_INLINE static void rotate(S& x, S& y) {
    QuarterRotation::rotate_back(x, y);
  }
};
constexpr auto QuarterRotation::back() {
  return QuarterRotationBack{};
}

// No rotation.
struct NoRotation {
  template <class S>
  SINEW_INLINE static void rotate(S&, S&) {}
  template <class S>
  SINEW_INLINE static void rotate_back(S&, S&) {}
  template <class S>
  SINEW_INLINE static PlanePair<S> rotated(const S& x) {
    return {x, S(0)};
  }
  template <class S>
  SINEW_INLINE static PlaneSquare<S> rotated_square(const S& xx) {
    return {xx, S(0), S(0)};
  }
  template <class S>
  SINEW_INLINE static void rotate_symmetric(S&, S&, S&) {}
  template <class S>
  SINEW_INLINE static void rotate_general(S&, S&, S&, S&) {}
  static constexpr NoRotation back() { return {}; }
};

template <class C>
struct ScrewZ : AnyRotation<C> {
  C shift{};

  template <class T>
  SINEW_INLINE Motion<T> motion_to_child(Motion<T> m) const {
    this->rotate_back(m.angular.x, m.angular.y);
    this->rotate_back(m.linear.x, m.linear.y);
    m.linear.x = m.linear.x + shift * m.angular.y;
    m.linear.y = m.linear.y - shift * m.angular.x;
    return m;
  }
  template <class T>
  SINEW_INLINE void force_to_parent_in_place(Force<T>& f) const {
    f.angular.x = f.angular.x - shift * f.linear.y;
    f.angular.y = f.angular.y + shift * f.linear.x;
    this->rotate(f.angular.x, f.angular.y);
    this->rotate(f.linear.x, f.linear.y);
  }
  template <class T>
  SINEW_INLINE Force<T> force_to_parent(Force<T> f) const {
    force_to_parent_in_place(f);
    return f;
  }
  template <class T>
  SINEW_INLINE RigidInertia<T> to_parent(RigidInertia<T> m) const {
    auto& [mass, h, i] = m;
    const T steiner = shift * (h.z + h.z + mass * shift);
    i.xx = i.xx + steiner;
    i.yy = i.yy + steiner;
    i.xz = i.xz - shift * h.x;
    i.yz = i.yz - shift * h.y;
    h.z = h.z + mass * shift;
    this->rotate(h.x, h.y);
    this->rotate_symmetric(i.xx, i.xy, i.yy);
    this->rotate(i.xz, i.yz);
    return m;
  }
  template <class T>
  SINEW_INLINE ArticulatedInertia<T> to_parent(ArticulatedInertia<T> p) const {
    auto& [a, b, c] = p;
    const T xx = b.xx - shift * c.xy, xy = b.xy - shift * c.yy, xz = b.xz - shift * c.yz;
    const T yx = b.yx + shift * c.xx, yy = b.yy + shift * c.xy, yz = b.yz + shift * c.xz;
    a.xx = a.xx - shift * (b.xy + xy);
    a.xy = a.xy + shift * (xx - b.yy);
    a.yy = a.yy + shift * (b.yx + yx);
    a.xz = a.xz - shift * b.zy;
    a.yz = a.yz + shift * b.zx;
    b = {xx, xy, xz, yx, yy, yz, b.zx, b.zy, b.zz};
    this->rotate_symmetric(a.xx, a.xy, a.yy);
    this->rotate(a.xz, a.yz);
    this->rotate_symmetric(c.xx, c.xy, c.yy);
    this->rotate(c.xz, c.yz);
    this->rotate_general(b.xx, b.xy, b.yx, b.yy);
    this->rotate(b.xz, b.yz);
    this->rotate(b.zx, b.zy);
    return p;
  }
  template <class T>
  SINEW_INLINE InertiaPastRevolute<T> to_parent(InertiaPastRevolute<T> p) const {
    Symmetric3<T>& c = p.linear;
    const T xx = p.b_xx - shift * c.xy, xy = p.b_xy - shift * c.yy, xz = p.b_xz - shift * c.yz;
    const T yx = p.b_yx + shift * c.xx, yy = p.b_yy + shift * c.xy, yz = p.b_yz + shift * c.xz;
    p.a_xx = p.a_xx - shift * (p.b_xy + xy);
    p.a_xy = p.a_xy + shift * (xx - p.b_yy);
    p.a_yy = p.a_yy + shift * (p.b_yx + yx);
    p = {p.a_xx, p.a_xy, p.a_yy, xx, xy, xz, yx, yy, yz, c};
    this->rotate_symmetric(p.a_xx, p.a_xy, p.a_yy);
    this->rotate_symmetric(c.xx, c.xy, c.yy);
    this->rotate(c.xz, c.yz);
    this->rotate_general(p.b_xx, p.b_xy, p.b_yx, p.b_yy);
    this->rotate(p.b_xz, p.b_yz);
    return p;
  }
};

// `RotationX`: AnyRotation, or one of the other classes above if the rotation is known beforehand.
template <class C, class RotationX = AnyRotation<C>>
struct ScrewX : RotationX {
  C shift{};

  template <class T>
  SINEW_INLINE Motion<T> motion_to_child(Motion<T> m) const {
    m.linear.y = m.linear.y + shift * m.angular.z;
    m.linear.z = m.linear.z - shift * m.angular.y;
    this->rotate_back(m.angular.y, m.angular.z);
    this->rotate_back(m.linear.y, m.linear.z);
    return m;
  }
  template <class T>
  SINEW_INLINE void force_to_parent_in_place(Force<T>& f) const {
    this->rotate(f.angular.y, f.angular.z);
    this->rotate(f.linear.y, f.linear.z);
    f.angular.y = f.angular.y - shift * f.linear.z;
    f.angular.z = f.angular.z + shift * f.linear.y;
  }
  template <class T>
  SINEW_INLINE Force<T> force_to_parent(Force<T> f) const {
    force_to_parent_in_place(f);
    return f;
  }
  template <class T>
  SINEW_INLINE RigidInertia<T> to_parent(RigidInertia<T> m) const {
    auto& [mass, h, i] = m;
    this->rotate(h.y, h.z);
    this->rotate_symmetric(i.yy, i.yz, i.zz);
    this->rotate(i.xy, i.xz);
    const T steiner = shift * (h.x + h.x + mass * shift);
    i.yy = i.yy + steiner;
    i.zz = i.zz + steiner;
    i.xy = i.xy - shift * h.y;
    i.xz = i.xz - shift * h.z;
    h.x = h.x + mass * shift;
    return m;
  }
  template <class T>
  SINEW_INLINE ArticulatedInertia<T> to_parent(ArticulatedInertia<T> p) const {
    auto& [a, b, c] = p;
    this->rotate_symmetric(a.yy, a.yz, a.zz);
    this->rotate(a.xy, a.xz);
    this->rotate_symmetric(c.yy, c.yz, c.zz);
    this->rotate(c.xy, c.xz);
    this->rotate_general(b.yy, b.yz, b.zy, b.zz);
    this->rotate(b.xy, b.xz);
    this->rotate(b.yx, b.zx);
    return shifted(p);
  }
  template <class T>
  SINEW_INLINE ArticulatedInertia<T> to_parent(const InertiaPastRevolute<T>& p) const {
    const auto [a_xy, a_xz] = this->rotated(p.a_xy);
    const auto [a_yy, a_yz, a_zz] = this->rotated_square(p.a_yy);
    Symmetric3<T> c = p.linear;
    this->rotate_symmetric(c.yy, c.yz, c.zz);
    this->rotate(c.xy, c.xz);
    T xy = p.b_xy, xz = p.b_xz, yy = p.b_yy, yz = p.b_yz;
    this->rotate(xy, xz);
    this->rotate(yy, yz);
    const auto [b_yx, b_zx] = this->rotated(p.b_yx);
    const auto [b_yy, b_zy] = this->rotated(yy);
    const auto [b_yz, b_zz] = this->rotated(yz);
    ArticulatedInertia<T> full;
    full.angular = {p.a_xx, a_xy, a_xz, a_yy, a_yz, a_zz};
    full.mixed = {p.b_xx, xy, xz, b_yx, b_yy, b_yz, b_zx, b_zy, b_zz};
    full.linear = c;
    return shifted(full);
  }

 private:
  template <class T>
  SINEW_INLINE ArticulatedInertia<T> shifted(ArticulatedInertia<T> p) const {
    auto& [a, b, c] = p;
    const T yx = b.yx - shift * c.xz, yy = b.yy - shift * c.yz, yz = b.yz - shift * c.zz;
    const T zx = b.zx + shift * c.xy, zy = b.zy + shift * c.yy, zz = b.zz + shift * c.yz;
    a.xy = a.xy - shift * b.xz;
    a.xz = a.xz + shift * b.xy;
    a.yy = a.yy - shift * (b.yz + yz);
    a.yz = a.yz + shift * (yy - b.zz);
    a.zz = a.zz + shift * (b.zy + zy);
    b = {b.xx, b.xy, b.xz, yx, yy, yz, zx, zy, zz};
    return p;
  }
};

// Compose a pose with a screw: return the pose of the child in the world from the pose of the parent.
template <class T, class C>
SINEW_INLINE Transform<T> operator*(Transform<T> pose, const ScrewZ<C>& screw) {
  auto& [r, p] = pose;
  p += screw.shift * r.column_z();
  for (Vector3<T>* row : {&r.row_x, &r.row_y, &r.row_z}) {
    screw.rotate_back(row->x, row->y);
  }
  return pose;
}
template <class T, class C, class RotationX>
SINEW_INLINE Transform<T> operator*(Transform<T> pose, const ScrewX<C, RotationX>& screw) {
  auto& [r, p] = pose;
  p += screw.shift * r.column_x();
  for (Vector3<T>* row : {&r.row_x, &r.row_y, &r.row_z}) {
    screw.rotate_back(row->y, row->z);
  }
  return pose;
}

}  // namespace sinew
