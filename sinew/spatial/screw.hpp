// Turning about and shifting along one coordinate axis: the two halves of a modified Denavit-Hartenberg step.
//
// A link's frame stands in its parent's at ScrewX(alpha, a) * ScrewZ(theta, d): turn and shift along the
// parent's x (the common normal of the two joint axes), then turn and shift along the joint axis z (Khalil &
// Kleinfinger 1986). Split in this way phi costs two plane rotations instead of one in space, and what the
// filter has made zero stays zero half of the way. The turn and the shift of one screw commute.
//
// Naming as in Transform: motions go to the child, forces and inertias to the parent.
#pragma once

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

namespace plane {
// [c -s; s c] acting on (x, y); the transpose takes coordinates the other way.
template <class T, class S>
SINEW_INLINE void turn(const T& c, const T& s, S& x, S& y) {
  const S turned = c * x - s * y;
  y = s * x + c * y;
  x = turned;
}
template <class T, class S>
SINEW_INLINE void turn_back(const T& c, const T& s, S& x, S& y) {
  const S turned = c * x + s * y;
  y = c * y - s * x;
  x = turned;
}
// R m R^T for the symmetric 2x2 matrix (xx xy; xy yy).
template <class T, class S>
SINEW_INLINE void turn_symmetric(const T& c, const T& s, S& xx, S& xy, S& yy) {
  const T cs = c * s, ss = s * s;
  const S difference = xx - yy;
  const S h = ss * difference + (cs + cs) * xy;
  xy = cs * difference + (c * c - ss) * xy;
  xx = xx - h;
  yy = yy + h;
}
// R m R^T for a general 2x2 matrix: its trace and its skew part stay as they are.
template <class T, class S>
SINEW_INLINE void turn_general(const T& c, const T& s, S& xx, S& xy, S& yx, S& yy) {
  const T cs = c * s, ss = s * s;
  const S difference = xx - yy, sum = xy + yx;
  const S h = ss * difference + cs * sum, g = cs * difference - ss * sum;
  xx = xx - h;
  xy = xy + g;
  yx = yx + g;
  yy = yy + h;
}
}  // namespace plane

template <class C>
struct ScrewZ {
  C cosine{1}, sine{}, shift{};

  template <class T>
  SINEW_INLINE Motion<T> motion_to_child(Motion<T> m) const {
    plane::turn_back(cosine, sine, m.angular.x, m.angular.y);
    plane::turn_back(cosine, sine, m.linear.x, m.linear.y);
    m.linear.x = m.linear.x + shift * m.angular.y;
    m.linear.y = m.linear.y - shift * m.angular.x;
    return m;
  }
  template <class T>
  SINEW_INLINE void force_to_parent_in_place(Force<T>& f) const {
    f.angular.x = f.angular.x - shift * f.linear.y;
    f.angular.y = f.angular.y + shift * f.linear.x;
    plane::turn(cosine, sine, f.angular.x, f.angular.y);
    plane::turn(cosine, sine, f.linear.x, f.linear.y);
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
    plane::turn(cosine, sine, h.x, h.y);
    plane::turn_symmetric(cosine, sine, i.xx, i.xy, i.yy);
    plane::turn(cosine, sine, i.xz, i.yz);
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
    plane::turn_symmetric(cosine, sine, a.xx, a.xy, a.yy);
    plane::turn(cosine, sine, a.xz, a.yz);
    plane::turn_symmetric(cosine, sine, c.xx, c.xy, c.yy);
    plane::turn(cosine, sine, c.xz, c.yz);
    plane::turn_general(cosine, sine, b.xx, b.xy, b.yx, b.yy);
    plane::turn(cosine, sine, b.xz, b.yz);
    plane::turn(cosine, sine, b.zx, b.zy);
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
    plane::turn_symmetric(cosine, sine, p.a_xx, p.a_xy, p.a_yy);
    plane::turn_symmetric(cosine, sine, c.xx, c.xy, c.yy);
    plane::turn(cosine, sine, c.xz, c.yz);
    plane::turn_general(cosine, sine, p.b_xx, p.b_xy, p.b_yx, p.b_yy);
    plane::turn(cosine, sine, p.b_xz, p.b_yz);
    return p;
  }
};

template <class C>
struct ScrewX {
  C cosine{1}, sine{}, shift{};

  template <class T>
  SINEW_INLINE Motion<T> motion_to_child(Motion<T> m) const {
    m.linear.y = m.linear.y + shift * m.angular.z;
    m.linear.z = m.linear.z - shift * m.angular.y;
    plane::turn_back(cosine, sine, m.angular.y, m.angular.z);
    plane::turn_back(cosine, sine, m.linear.y, m.linear.z);
    return m;
  }
  template <class T>
  SINEW_INLINE void force_to_parent_in_place(Force<T>& f) const {
    plane::turn(cosine, sine, f.angular.y, f.angular.z);
    plane::turn(cosine, sine, f.linear.y, f.linear.z);
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
    plane::turn(cosine, sine, h.y, h.z);
    plane::turn_symmetric(cosine, sine, i.yy, i.yz, i.zz);
    plane::turn(cosine, sine, i.xy, i.xz);
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
    plane::turn_symmetric(cosine, sine, a.yy, a.yz, a.zz);
    plane::turn(cosine, sine, a.xy, a.xz);
    plane::turn_symmetric(cosine, sine, c.yy, c.yz, c.zz);
    plane::turn(cosine, sine, c.xy, c.xz);
    plane::turn_general(cosine, sine, b.yy, b.yz, b.zy, b.zz);
    plane::turn(cosine, sine, b.xy, b.xz);
    plane::turn(cosine, sine, b.yx, b.zx);
    return shifted(p);
  }
  template <class T>
  SINEW_INLINE ArticulatedInertia<T> to_parent(const InertiaPastRevolute<T>& p) const {
    const C cc = cosine * cosine, cs = cosine * sine, ss = sine * sine;
    ArticulatedInertia<T> full;
    auto& [a, b, c] = full;
    a = {p.a_xx, cosine * p.a_xy, sine * p.a_xy, cc * p.a_yy, cs * p.a_yy, ss * p.a_yy};
    c = p.linear;
    plane::turn_symmetric(cosine, sine, c.yy, c.yz, c.zz);
    plane::turn(cosine, sine, c.xy, c.xz);
    b.xx = p.b_xx;
    b.xy = p.b_xy;
    b.xz = p.b_xz;
    plane::turn(cosine, sine, b.xy, b.xz);
    T y = p.b_yy, z = p.b_yz;
    plane::turn(cosine, sine, y, z);
    b.yx = cosine * p.b_yx;
    b.yy = cosine * y;
    b.yz = cosine * z;
    b.zx = sine * p.b_yx;
    b.zy = sine * y;
    b.zz = sine * z;
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

// Placements, composed from the left: pose of the child in the world from the pose of the parent.
template <class T, class C>
SINEW_INLINE Transform<T> operator*(Transform<T> pose, const ScrewZ<C>& screw) {
  auto& [r, p] = pose;
  p += screw.shift * r.column_z();
  for (Vector3<T>* row : {&r.row_x, &r.row_y, &r.row_z}) {
    plane::turn_back(screw.cosine, screw.sine, row->x, row->y);
  }
  return pose;
}
template <class T, class C>
SINEW_INLINE Transform<T> operator*(Transform<T> pose, const ScrewX<C>& screw) {
  auto& [r, p] = pose;
  p += screw.shift * r.column_x();
  for (Vector3<T>* row : {&r.row_x, &r.row_y, &r.row_z}) {
    plane::turn_back(screw.cosine, screw.sine, row->y, row->z);
  }
  return pose;
}

}  // namespace sinew
