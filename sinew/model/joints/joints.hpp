// Defines the joint classes that the sweeps use, and `at_joint`, the switch over joint kinds.
//
// All classes provide the same operations, so that a sweep is written once for all joints:
//   motion_to_child, force_to_parent, to_parent, pose_of_child   phi(k+1, k) on motions, forces, inertias and poses
//   count()                         number of degrees of freedom (DOF)
//   axis(i), axis_in(X, i)          column i of H^T, in the link's frame or transformed by the pose X
//   column(P, i)                    column i of P H^T, for articulated and rigid inertias
//   advance(V, v)                   V += H^T v; advance_one adds the term of one DOF
//   measure(f, i)                   component i of H f, for one force or a pack of forces
//   row(i)                          index of that component, if it is one of the six numbers of f
//   bias(V, v)                      V x (H^T v) + dH^T/dt v, the acceleration at zero joint acceleration
//   bracket(v, w)                   (H^T v) x (H^T w), for joints with axes constant in the link and v other than
//                                   dq/dt
#pragma once

#include "sinew/model/joints/joint_state.hpp"

namespace sinew {

// A joint on a modified Denavit-Hartenberg step.
template <Scalar T>
struct StepJoint {
  using C = ConstantOf<T>;
  const Link<C>& link;
  const ScrewZ<T> screw;
  const ScrewZ<C>* branch;  // null for the first child

  static constexpr int count() { return 1; }
};

// Whether a joint is on a step. `Joint` may be a reference, as decltype(joint) is in a sweep.
template <Scalar T>
void take_step_joint(const StepJoint<T>& joint);  // only declared
template <class Joint>
inline constexpr bool is_step_joint = requires(const Joint& joint) {
  take_step_joint(joint);
};

// Base class of the three kinds of joints on a step. `RotationX`: the class of the rotation about the common normal
// (spatial/screw.hpp).
template <Scalar T, class RotationX = AnyRotation<ConstantOf<T>>>
struct RotatedStepJoint : StepJoint<T> {
  using typename StepJoint<T>::C;

  SINEW_INLINE decltype(auto) normal() const {
    if constexpr (std::is_empty_v<RotationX>) {
      return ScrewX<C, RotationX>{{}, this->link.normal.shift};
    } else {
      return (this->link.normal);
    }
  }
  SINEW_INLINE Motion<T> motion_to_child(Motion<T> m) const {
    if (this->branch) m = this->branch->motion_to_child(m);
    return this->screw.motion_to_child(normal().motion_to_child(m));
  }
  SINEW_INLINE Force<T> force_to_parent(const Force<T>& f) const {
    const Force<T> moved = normal().force_to_parent(this->screw.force_to_parent(f));
    return this->branch ? this->branch->force_to_parent(moved) : moved;
  }
  // Rigid and articulated inertias.
  template <class Inertia>
  SINEW_INLINE auto to_parent(const Inertia& inertia) const {
    const auto moved = normal().to_parent(this->screw.to_parent(inertia));
    return this->branch ? this->branch->to_parent(moved) : moved;
  }
  SINEW_INLINE Transform<T> pose_of_child(Transform<T> parent) const {
    if (this->branch) parent = parent * *this->branch;
    return parent * normal() * this->screw;
  }
};

template <Scalar T, class RotationX>
struct RevoluteJoint : RotatedStepJoint<T, RotationX> {
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
  SINEW_INLINE Force<T> column(const RigidInertia<T>& r, int) const {
    return {{r.inertia.xz, r.inertia.yz, r.inertia.zz}, {-r.moment.y, r.moment.x, T(0)}};
  }
  template <class S>
  SINEW_INLINE S measure(const Force<S>& f, int) const {
    return f.angular.z;
  }
  static constexpr int row(int) { return 2; }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const {
    return {{m.angular.y * v[0], -m.angular.x * v[0], T(0)}, {m.linear.y * v[0], -m.linear.x * v[0], T(0)}};
  }
};

template <class Joint>
inline constexpr bool is_revolute = false;
template <Scalar T, class RotationX>
inline constexpr bool is_revolute<RevoluteJoint<T, RotationX>> = true;

template <Scalar T>
struct PrismaticJoint : RotatedStepJoint<T> {
  SINEW_INLINE Motion<T> axis(int) const { return {{}, {T(0), T(0), T(1)}}; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int) const {
    return {{}, pose.rotation.column_z()};
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const { m.linear.z = m.linear.z + v[0]; }
  SINEW_INLINE void advance_one(Motion<T>& m, int, const T& v) const { advance(m, &v); }
  SINEW_INLINE Force<T> column(const ArticulatedInertia<T>& p, int) const {
    return {{p.mixed.xz, p.mixed.yz, p.mixed.zz}, {p.linear.xz, p.linear.yz, p.linear.zz}};
  }
  SINEW_INLINE Force<T> column(const RigidInertia<T>& r, int) const {
    return {{r.moment.y, -r.moment.x, T(0)}, {T(0), T(0), r.mass}};
  }
  template <class S>
  SINEW_INLINE S measure(const Force<S>& f, int) const {
    return f.linear.z;
  }
  static constexpr int row(int) { return 5; }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const {
    return {{}, {m.angular.y * v[0], -m.angular.x * v[0], T(0)}};
  }
};

template <Scalar T>
struct HelicalJoint : RotatedStepJoint<T> {
  SINEW_INLINE Motion<T> axis(int) const { return {{T(0), T(0), T(1)}, {T(0), T(0), T(this->link.pitch)}}; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int) const {
    return pose.motion_to_parent(axis(0));
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const {
    m.angular.z = m.angular.z + v[0];
    m.linear.z = m.linear.z + this->link.pitch * v[0];
  }
  SINEW_INLINE void advance_one(Motion<T>& m, int, const T& v) const { advance(m, &v); }
  template <class Inertia>
  SINEW_INLINE Force<T> column(const Inertia& p, int) const {
    return p * axis(0);
  }
  template <class S>
  SINEW_INLINE S measure(const Force<S>& f, int) const {
    return f.angular.z + this->link.pitch * f.linear.z;
  }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const { return cross(m, v[0] * axis(0)); }
};

// Base class of the joints at a general placement.
template <Scalar T>
struct PlacedJoint {
  const Link<ConstantOf<T>>& link;
  const Transform<T>& placement;

  SINEW_INLINE Motion<T> motion_to_child(const Motion<T>& m) const { return placement.motion_to_child(m); }
  SINEW_INLINE Force<T> force_to_parent(const Force<T>& f) const { return placement.force_to_parent(f); }
  template <class Inertia>
  SINEW_INLINE Inertia to_parent(const Inertia& inertia) const {
    return sinew::to_parent(placement, inertia);
  }
  SINEW_INLINE Transform<T> pose_of_child(const Transform<T>& parent) const { return parent * placement; }
};

// Spherical (3 DOF) and floating (6 DOF) joints, whose axes are the first 3 or 6 unit vectors of the link's own frame.
template <Scalar T, int dofs>
struct FreeJoint : PlacedJoint<T> {
  static constexpr int count() { return dofs; }
  static constexpr int row(int i) { return i; }
  SINEW_INLINE Motion<T> axis(int i) const {
    Motion<T> unit{};
    advance_one(unit, i, T(1));
    return unit;
  }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int i) const {
    return pose.motion_to_parent(axis(i));
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const { m += rate(v); }
  SINEW_INLINE void advance_one(Motion<T>& m, int i, const T& v) const {
    switch (i) {
      case 0:
        m.angular.x = m.angular.x + v;
        break;
      case 1:
        m.angular.y = m.angular.y + v;
        break;
      case 2:
        m.angular.z = m.angular.z + v;
        break;
      case 3:
        m.linear.x = m.linear.x + v;
        break;
      case 4:
        m.linear.y = m.linear.y + v;
        break;
      default:
        m.linear.z = m.linear.z + v;
    }
  }
  SINEW_INLINE Force<T> column(const ArticulatedInertia<T>& p, int i) const {
    const auto& [a, b, c] = p;
    switch (i) {
      case 0:
        return {{a.xx, a.xy, a.xz}, {b.xx, b.xy, b.xz}};
      case 1:
        return {{a.xy, a.yy, a.yz}, {b.yx, b.yy, b.yz}};
      case 2:
        return {{a.xz, a.yz, a.zz}, {b.zx, b.zy, b.zz}};
      case 3:
        return {{b.xx, b.yx, b.zx}, {c.xx, c.xy, c.xz}};
      case 4:
        return {{b.xy, b.yy, b.zy}, {c.xy, c.yy, c.yz}};
      default:
        return {{b.xz, b.yz, b.zz}, {c.xz, c.yz, c.zz}};
    }
  }
  SINEW_INLINE Force<T> column(const RigidInertia<T>& r, int i) const {
    return column(ArticulatedInertia<T>(r), i);
  }
  template <class S>
  SINEW_INLINE S measure(const Force<S>& f, int i) const {
    switch (i) {
      case 0:
        return f.angular.x;
      case 1:
        return f.angular.y;
      case 2:
        return f.angular.z;
      case 3:
        return f.linear.x;
      case 4:
        return f.linear.y;
      default:
        return f.linear.z;
    }
  }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const { return cross(m, rate(v)); }
  SINEW_INLINE Motion<T> bracket(const T* v, const T* w) const { return cross(rate(v), rate(w)); }

 private:
  SINEW_INLINE static Motion<T> rate(const T* v) {
    if constexpr (dofs == 3) return {{v[0], v[1], v[2]}, {}};
    return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
  }
};

// Any other joint at a general placement: its columns of H^T may depend on the position.
template <Scalar T>
struct ColumnsJoint : PlacedJoint<T> {
  const Motion<T>* axes;
  const Motion<T>& axes_rate;
  int dofs;

  SINEW_INLINE int count() const { return dofs; }
  SINEW_INLINE const Motion<T>& axis(int i) const { return axes[i]; }
  SINEW_INLINE Motion<T> axis_in(const Transform<T>& pose, int i) const {
    return pose.motion_to_parent(axes[i]);
  }
  SINEW_INLINE void advance(Motion<T>& m, const T* v) const {
    for (int i = 0; i < dofs; ++i) m += v[i] * axes[i];
  }
  SINEW_INLINE void advance_one(Motion<T>& m, int i, const T& v) const { m += v * axes[i]; }
  template <class Inertia>
  SINEW_INLINE Force<T> column(const Inertia& p, int i) const {
    return p * axes[i];
  }
  template <class S>
  SINEW_INLINE S measure(const Force<S>& f, int i) const {
    return dot(axes[i], f);
  }
  SINEW_INLINE Motion<T> bias(const Motion<T>& m, const T* v) const {
    Motion<T> rate{};
    advance(rate, v);
    return cross(m, rate) + axes_rate;
  }
};

// Calls `f` with the joint of link k as one of the classes above, by a switch over the kind of link.
template <Scalar T, class F>
SINEW_INLINE void at_joint(const Tree<ConstantOf<T>>& tree, const detail::JointState<T>& state, std::size_t k,
                           F&& f) {
  const Link<ConstantOf<T>>& link = tree.links[k];
  const auto step = [&](const T& shift) SINEW_INLINE_LAMBDA -> StepJoint<T> {
    const ScrewZ<T>& screw = state.screws[k];
    return {link,
            {{screw.cosine, screw.sine}, shift},
            link.side < 0 ? nullptr : &tree.branches[std::size_t(link.side)]};
  };
  switch (link.kind) {
    case LinkKind::revolute:  // its shift is constant: one load less for a robot in many lanes
      switch (link.rotation) {
        case NormalRotation::any:
          return f(RevoluteJoint<T, AnyRotation<ConstantOf<T>>>{{step(T(link.offset))}});
        case NormalRotation::none:
          return f(RevoluteJoint<T, NoRotation>{{step(T(link.offset))}});
        case NormalRotation::quarter:
          return f(RevoluteJoint<T, QuarterRotation>{{step(T(link.offset))}});
      }
      break;
    case LinkKind::prismatic:
      return f(PrismaticJoint<T>{{step(state.screws[k].shift)}});
    case LinkKind::helical:
      return f(HelicalJoint<T>{{step(state.screws[k].shift)}});
    case LinkKind::spherical:
      return f(FreeJoint<T, 3>{{link, state.placements[std::size_t(link.side)]}});
    case LinkKind::floating:
      return f(FreeJoint<T, 6>{{link, state.placements[std::size_t(link.side)]}});
    case LinkKind::columns: {
      const auto side = std::size_t(link.side);
      const PlacedJointData<ConstantOf<T>>& joint = tree.placed_joints[side];
      return f(ColumnsJoint<T>{{link, state.placements[side]},
                               state.axes.data() + joint.first_column,
                               state.axes_rate[side],
                               joint.count});
    }
  }
}

}  // namespace sinew
