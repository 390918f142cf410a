// The joints as the sweeps see them, and the one switch over their kinds.
//
// Each of the four classes gives the same operations, so that a sweep is written once:
//   motion_to_child, force_to_parent, to_parent, pose_of_child   phi(k+1, k) in its various actions
//   count()                         freedoms
//   axis(i), axis_in(X, i)          column i of H^T, in the link's frame or seen through the pose X
//   column(P, i)                    column i of P H^T
//   advance(V, v)                   V += H^T v; advance_one: one freedom of it
//   measure(f, i)                   component i of H f
//   bias(V, v)                      V x (H^T v) + dH^T/dt v, the acceleration that needs no joint
//   acceleration
#pragma once

#include "sinew/model/joint_state.hpp"

namespace sinew {

// What the three kinds on a modified Denavit-Hartenberg step share.
template <Scalar T>
struct StepJoint {
  using C = ConstantOf<T>;
  const Link<C>& link;
  const ScrewZ<T>& screw;
  const ScrewZ<C>* branch;  // null for the first child

  static constexpr int count() { return 1; }
  SINEW_INLINE Motion<T> motion_to_child(Motion<T> m) const {
    if (branch) m = branch->motion_to_child(m);
    return screw.motion_to_child(link.normal.motion_to_child(m));
  }
  SINEW_INLINE Force<T> force_to_parent(const Force<T>& f) const {
    const Force<T> moved = link.normal.force_to_parent(screw.force_to_parent(f));
    return branch ? branch->force_to_parent(moved) : moved;
  }
  // Rigid and articulated inertias.
  template <class Inertia>
  SINEW_INLINE auto to_parent(const Inertia& inertia) const {
    const auto moved = link.normal.to_parent(screw.to_parent(inertia));
    return branch ? branch->to_parent(moved) : moved;
  }
  SINEW_INLINE Transform<T> pose_of_child(Transform<T> parent) const {
    if (branch) parent = parent * *branch;
    return parent * link.normal * screw;
  }
};

template <Scalar T>
struct RevoluteJoint : StepJoint<T> {
  SINEW_INLINE Motion<T> axis(int) const { return {{T(0), T(0), T(1)}, {}}; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int) const {
    const Vector3<T> z = pose.rotation.column_z();
    return {z, cross(pose.translation, z)};
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const { m.angular.z = m.angular.z + v[0]; }
  SINEW_INLINE void advance_one(Motion<T>& m, int, const T& v) const { advance(m, &v); }
  SINEW_INLINE Force<T> column(const ArticulatedInertia<T>& p, int) const {
    return {{p.angular.xz, p.angular.yz, p.angular.zz}, {p.mixed.zx, p.mixed.zy, p.mixed.zz}};
  }
  SINEW_INLINE T measure(const Force<T>& f, int) const { return f.angular.z; }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const {
    return {{m.angular.y * v[0], -m.angular.x * v[0], T(0)}, {m.linear.y * v[0], -m.linear.x * v[0], T(0)}};
  }
};

template <Scalar T>
struct PrismaticJoint : StepJoint<T> {
  SINEW_INLINE Motion<T> axis(int) const { return {{}, {T(0), T(0), T(1)}}; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int) const {
    return {{}, pose.rotation.column_z()};
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const { m.linear.z = m.linear.z + v[0]; }
  SINEW_INLINE void advance_one(Motion<T>& m, int, const T& v) const { advance(m, &v); }
  SINEW_INLINE Force<T> column(const ArticulatedInertia<T>& p, int) const {
    return {{p.mixed.xz, p.mixed.yz, p.mixed.zz}, {p.linear.xz, p.linear.yz, p.linear.zz}};
  }
  SINEW_INLINE T measure(const Force<T>& f, int) const { return f.linear.z; }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const {
    return {{}, {m.angular.y * v[0], -m.angular.x * v[0], T(0)}};
  }
};

template <Scalar T>
struct HelicalJoint : StepJoint<T> {
  SINEW_INLINE Motion<T> axis(int) const { return {{T(0), T(0), T(1)}, {T(0), T(0), T(this->link.pitch)}}; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int) const {
    return pose.motion_to_parent(axis(0));
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const {
    m.angular.z = m.angular.z + v[0];
    m.linear.z = m.linear.z + this->link.pitch * v[0];
  }
  SINEW_INLINE void advance_one(Motion<T>& m, int, const T& v) const { advance(m, &v); }
  SINEW_INLINE Force<T> column(const ArticulatedInertia<T>& p, int) const { return p * axis(0); }
  SINEW_INLINE T measure(const Force<T>& f, int) const { return f.angular.z + this->link.pitch * f.linear.z; }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const { return cross(m, v[0] * axis(0)); }
};

template <Scalar T>
struct ColumnsJoint {
  using C = ConstantOf<T>;
  const Link<C>& link;
  const Transform<T>& placement;
  const Motion<T>* axes;
  const Motion<T>& axes_rate;
  int freedoms;

  SINEW_INLINE int count() const { return freedoms; }
  SINEW_INLINE Motion<T> motion_to_child(const Motion<T>& m) const { return placement.motion_to_child(m); }
  SINEW_INLINE Force<T> force_to_parent(const Force<T>& f) const { return placement.force_to_parent(f); }
  template <class Inertia>
  SINEW_INLINE Inertia to_parent(const Inertia& inertia) const {
    return sinew::to_parent(placement, inertia);
  }
  SINEW_INLINE Transform<T> pose_of_child(const Transform<T>& parent) const { return parent * placement; }
  SINEW_INLINE const Motion<T>& axis(int i) const { return axes[i]; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int i) const {
    return pose.motion_to_parent(axes[i]);
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const {
    for (int i = 0; i < freedoms; ++i) m += v[i] * axes[i];
  }
  SINEW_INLINE void advance_one(Motion<T>& m, int i, const T& v) const { m += v * axes[i]; }
  SINEW_INLINE Force<T> column(const ArticulatedInertia<T>& p, int i) const { return p * axes[i]; }
  SINEW_INLINE T measure(const Force<T>& f, int i) const { return dot(axes[i], f); }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const {
    Motion<T> rate{};
    advance(rate, v);
    return cross(m, rate) + axes_rate;
  }
};

// Calls `f` with the joint of link k as one of the four classes: the one switch over joint kinds.
template <Scalar T, class F>
SINEW_INLINE void at_joint(const Tree<ConstantOf<T>>& tree, const JointState<T>& state, std::size_t k,
                           F&& f) {
  const Link<ConstantOf<T>>& link = tree.links[k];
  const auto step = [&]() -> StepJoint<T> {
    return {link, state.screws[k], link.side < 0 ? nullptr : &tree.branches[std::size_t(link.side)]};
  };
  switch (link.kind) {
    case LinkKind::revolute:
      return f(RevoluteJoint<T>{step()});
    case LinkKind::prismatic:
      return f(PrismaticJoint<T>{step()});
    case LinkKind::helical:
      return f(HelicalJoint<T>{step()});
    case LinkKind::columns: {
      const auto side = std::size_t(link.side);
      const ColumnJoint<ConstantOf<T>>& joint = tree.column_joints[side];
      return f(ColumnsJoint<T>{link, state.placements[side], &state.axes[std::size_t(joint.first_column)],
                               state.axes_rate[side], joint.count});
    }
  }
}

}  // namespace sinew
