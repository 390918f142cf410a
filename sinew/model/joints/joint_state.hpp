// Computes the state of each joint from the positions q (and for custom joints the velocities v): the pose of each link
// relative to its parent, and the joint axes.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "sinew/model/tree/tree.hpp"
#include "sinew/scalar/dual.hpp"
#include "sinew/scalar/simd/sine_cosine.hpp"

namespace sinew::detail {

template <Scalar T>
struct JointState {
  using C = ConstantOf<T>;
  std::vector<ScrewZ<T>> screws;         // per link: rotation about and shift along its axis
  std::vector<Transform<T>> placements;  // per placed joint: the link in its parent
  std::vector<Motion<T>> axes;           // per column, in the link's frame
  std::vector<Motion<T>> axes_rate;      // per placed joint: d(axes)/dt v, seen in the link's frame

  explicit JointState(const Tree<C>& tree)
      : screws(tree.links.size()),
        placements(tree.placed_joints.size()),
        axes(std::size_t(tree.column_count)),
        axes_rate(tree.placed_joints.size()) {
    for (std::size_t k = 1; k < tree.links.size(); ++k) {
      const Link<C>& link = tree.links[k];
      const auto [s, c] = sine_cosine(T(link.angle));
      screws[k] = {c, s, T(link.offset)};
    }
    for (const PlacedJointData<C>& joint : tree.placed_joints) {
      if (joint.has_constant_axis()) axes[std::size_t(joint.first_column)] = joint.axis.template cast<T>();
    }
  }
};

template <Scalar T>
inline Vector3<Dual<T>> dual(const Vector3<T>& value, const Vector3<T>& rate) {
  return {{value.x, rate.x}, {value.y, rate.y}, {value.z, rate.z}};
}

// Evaluates a user-defined joint, which computes in double whatever T is.
template <Scalar T>
inline void set_custom_joint(const PlacedJointData<ConstantOf<T>>& joint, const T* q, const T* v,
                             Transform<T>& placement, Motion<T>* axes, Motion<T>& axes_rate) {
  if constexpr (std::constructible_from<double, T>) {
    double position[6], velocity[6] = {};
    for (int i = 0; i < joint.count; ++i) {
      position[i] = static_cast<double>(q[i]);
      if (v) velocity[i] = static_cast<double>(v[i]);
    }
    JointMotion motion;
    const auto count = std::size_t(joint.count);
    joint.custom->evaluate({position, count}, {velocity, count}, motion);
    placement = joint.placement.template cast<T>() * motion.pose.template cast<T>();
    for (int i = 0; i < joint.count; ++i) axes[i] = motion.axes[i].template cast<T>();
    axes_rate = motion.bias.template cast<T>();
  }
}

// Returns the symmetric part (d(axes)/dt w along v + d(axes)/dt v along w) / 2 for a custom joint, where "along v"
// means that q moves with v. The joint gives d(axes)/dt v along v, a quadratic form b(v); the result is its bilinear
// form (b(v + w) - b(v - w)) / 4. Here w is scaled to the length of v, so that the shorter vector is not lost to
// rounding.
//
// The antisymmetric part is known because the pose is a function of q: d(axes)/dt w along v exceeds the result by
// (H^T w) x (H^T v) / 2. Returns NaN for number types that do not convert to double.
template <Scalar T>
inline Motion<T> mixed_axes_rate(const PlacedJointData<ConstantOf<T>>& joint, const T* q, const T* v,
                                 const T* w) {
  if constexpr (std::constructible_from<double, T>) {
    double position[6], one[6], other[6], one_square = 0, other_square = 0;
    for (int i = 0; i < joint.count; ++i) {
      position[i] = static_cast<double>(q[i]);
      one[i] = static_cast<double>(v[i]);
      other[i] = static_cast<double>(w[i]);
      one_square += one[i] * one[i];
      other_square += other[i] * other[i];
    }
    if (one_square == 0 || other_square == 0) return {};
    const double scale = std::sqrt(one_square / other_square);
    double along[6], against[6];
    for (int i = 0; i < joint.count; ++i) {
      along[i] = one[i] + scale * other[i];
      against[i] = one[i] - scale * other[i];
    }
    JointMotion sum, difference;
    const auto count = std::size_t(joint.count);
    joint.custom->evaluate({position, count}, {along, count}, sum);
    joint.custom->evaluate({position, count}, {against, count}, difference);
    return ((0.25 / scale) * (sum.bias - difference.bias)).template cast<T>();
  }
  const T unknown(std::numeric_limits<double>::quiet_NaN());
  return {{unknown, unknown, unknown}, {unknown, unknown, unknown}};
}

// Computes the rates of change of a custom joint's columns while q moves with v, seen in the link's frame.
template <Scalar T>
inline void custom_axis_rates(const PlacedJointData<ConstantOf<T>>& joint, const T* q, const T* v,
                              const Motion<T>* axes, Motion<T>* rates) {
  Motion<T> twist{};
  for (int i = 0; i < joint.count; ++i) twist += v[i] * axes[i];
  for (int i = 0; i < joint.count; ++i) {
    T unit[6] = {T(0), T(0), T(0), T(0), T(0), T(0)};
    unit[i] = T(1);
    rates[i] = mixed_axes_rate<T>(joint, q, v, unit) + T(0.5) * cross(axes[i], twist);
  }
}

// Evaluates a custom joint on dual numbers. The rates of its pose and axes follow from the axes and d(axes)/dt v. The
// rate of d(axes)/dt v itself is unknown: it is set to NaN if v is given, and to zero if v is null.
template <Scalar T>
inline void set_custom_joint(const PlacedJointData<ConstantOf<T>>& joint, const Dual<T>* q, const Dual<T>* v,
                             Transform<Dual<T>>& placement, Motion<Dual<T>>* axes,
                             Motion<Dual<T>>& axes_rate) {
  T position[6], along[6], velocity[6];
  for (int i = 0; i < joint.count; ++i) {
    position[i] = q[i].value;
    along[i] = q[i].rate;
    if (v) velocity[i] = v[i].value;
  }
  Transform<T> pose;
  Motion<T> columns[6], rates[6], bias, twist{};
  set_custom_joint<T>(joint, position, v ? velocity : nullptr, pose, columns, bias);
  custom_axis_rates<T>(joint, position, along, columns, rates);
  for (int i = 0; i < joint.count; ++i) {
    twist += along[i] * columns[i];
    axes[i] = {dual(columns[i].angular, rates[i].angular), dual(columns[i].linear, rates[i].linear)};
  }
  // R' = R (omega x), p' = R v
  const auto& R = pose.rotation;
  placement = {{dual(R.row_x, cross(R.row_x, twist.angular)), dual(R.row_y, cross(R.row_y, twist.angular)),
                dual(R.row_z, cross(R.row_z, twist.angular))},
               dual(pose.translation, R * twist.linear)};
  const T unknown = v ? T(std::numeric_limits<double>::quiet_NaN()) : T(0);
  const Vector3<T> change{unknown, unknown, unknown};
  axes_rate = {dual(bias.angular, change), dual(bias.linear, change)};
}

// Sets a joint that is not on a Denavit-Hartenberg step, at q and v.
template <Scalar T>
inline void set_placed_joint(const PlacedJointData<ConstantOf<T>>& joint, const T* q, const T* v,
                             Transform<T>& placement, Motion<T>* axes, Motion<T>& axes_rate) {
  const Transform<T> base = joint.placement.template cast<T>();
  switch (joint.kind) {
    case JointKind::spherical:
      placement = base * Transform<T>{rotation_from_quaternion(q[0], q[1], q[2], q[3]), {}};
      return;
    case JointKind::floating:
      placement = base * Transform<T>{rotation_from_quaternion(q[3], q[4], q[5], q[6]), {q[0], q[1], q[2]}};
      return;
    case JointKind::custom:
      return set_custom_joint(joint, q, v, placement, axes, axes_rate);
    default: {  // one DOF about or along a constant axis
      const Vector3<T> axis = axes[0].angular, slide = axes[0].linear;
      const bool rotates = joint.kind != JointKind::prismatic;
      placement = base * Transform<T>{rotates ? rotation_about(axis, q[0]) : Rotation<T>{}, q[0] * slide};
    }
  }
}

// Sets sine and cosine in the screws of revolute and helical links.
template <Scalar T>
inline void set_rotating_links(std::span<const RotatingLink<ConstantOf<T>>> links, JointState<T>& state,
                               const T* q) {
  const RotatingLink<ConstantOf<T>>* const rotating = links.data();
  ScrewZ<T>* const screws = state.screws.data();
  sines_and_cosines<T>(
      links.size(), [=](std::size_t i) SINEW_INLINE_LAMBDA { return rotating[i].angle + q[rotating[i].q]; },
      [=](std::size_t i, const T& sine, const T& cosine) SINEW_INLINE_LAMBDA {
        ScrewZ<T>& screw = screws[rotating[i].link];
        screw.cosine = cosine;
        screw.sine = sine;
      });
}

// Sets the joints of all links that are not revolute.
template <Scalar T>
inline void set_other_moves(const Tree<ConstantOf<T>>& tree, std::span<const int> links, JointState<T>& state,
                            const T* q, const T* v) {
  for (const int k : links) {
    const Link<ConstantOf<T>>& link = tree.links[std::size_t(k)];
    const T* position = q + link.q;
    switch (link.kind) {
      case LinkKind::revolute:
        break;
      case LinkKind::helical:
        state.screws[std::size_t(k)].shift = link.offset + link.pitch * position[0];
        break;
      case LinkKind::prismatic:
        state.screws[std::size_t(k)].shift = link.offset + position[0];
        break;
      default: {
        const auto side = std::size_t(link.side);
        const PlacedJointData<ConstantOf<T>>& joint = tree.placed_joints[side];
        set_placed_joint(joint, position, v ? v + link.v : nullptr, state.placements[side],
                         state.axes.data() + joint.first_column, state.axes_rate[side]);
      }
    }
  }
}

// Sets every joint from q; v is read by custom joints only and may be null (taken as zero).
template <Scalar T>
inline void set_joints(const Tree<ConstantOf<T>>& tree, JointState<T>& state, const T* q,
                       const T* v = nullptr) {
  set_rotating_links<T>(tree.rotating_links, state, q);
  set_other_moves(tree, tree.other_moves, state, q, v);
}

}  // namespace sinew::detail
