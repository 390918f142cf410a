#include "tests/support/dense_joint.hpp"

#include <cmath>
#include <stdexcept>

namespace sinew::test {

namespace {

template <class T>
Vec6<T> stack(const Vec3<T>& angular, const Vec3<T>& linear) {
  return (Vec6<T>() << angular, linear).finished();
}

// The shortest rotation from z to a unit axis that is not -z: I + [w] + [w]^2 / (1 + c), w = z x axis, c = z axis, with
// 1 / (1 + c) = (1 - c) / w^2 near -z.
template <class T>
Mat3<T> rotation_from_z(const Vec3<T>& axis) {
  const Vec3<T> w = Vec3<T>::UnitZ().cross(axis);
  const T c = axis.z();
  return Mat3<T>::Identity() + skew(w) +
         skew(w) * skew(w) * (c > 0 ? 1 / (1 + c) : (1 - c) / w.squaredNorm());
}

template <class T>
DenseJointMotion<T> move_custom(const CustomJoint& joint, std::span<const double> q,
                                std::span<const double> v) {
  JointMotion motion;
  joint.evaluate(q, v, motion);
  DenseJointMotion<T> result{to_dense<T>(motion.pose), Columns6<T>(6, joint.dofs()),
                             stack(to_dense<T>(motion.bias.angular), to_dense<T>(motion.bias.linear))};
  for (int i = 0; i < joint.dofs(); ++i) {
    result.axes.col(i) = stack(to_dense<T>(motion.axes[i].angular), to_dense<T>(motion.axes[i].linear));
  }
  return result;
}

}  // namespace

// I + [a] sin + [a]^2 (1 - cos)
template <class T>
Mat3<T> rotation_matrix(const Vec3<T>& axis, T angle) {
  const T half = std::sin(angle / 2);
  return Mat3<T>::Identity() + skew(axis) * std::sin(angle) + skew(axis) * skew(axis) * (2 * half * half);
}

// With n the squared length: I + 2 w / n [u] + 2 / n [u]^2
template <class T>
Mat3<T> rotation_matrix(std::span<const double> wxyz) {
  const T w = T(wxyz[0]);
  const Vec3<T> u = to_dense<T>(wxyz.subspan(1, 3));
  const T scale = 2 / (w * w + u.squaredNorm());
  return Mat3<T>::Identity() + skew(u) * (w * scale) + skew(u) * skew(u) * scale;
}

int velocity_size(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::fixed:
      return 0;
    case JointKind::revolute:
    case JointKind::continuous:
    case JointKind::prismatic:
    case JointKind::helical:
      return 1;
    case JointKind::cylindrical:
    case JointKind::universal:
      return 2;
    case JointKind::planar:
    case JointKind::spherical:
      return 3;
    case JointKind::floating:
      return 6;
    case JointKind::custom:
      return joint.custom->dofs();
  }
  throw std::logic_error("unknown joint kind");
}

int position_size(const Joint& joint) {
  const bool has_quaternion = joint.kind == JointKind::spherical || joint.kind == JointKind::floating;
  return velocity_size(joint) + (has_quaternion ? 1 : 0);
}

template <class T>
DenseJointMotion<T> move(const Joint& joint, std::span<const double> q, std::span<const double> v) {
  if (joint.kind == JointKind::custom) return move_custom<T>(*joint.custom, q, v);
  DenseJointMotion<T> motion;
  motion.axes.setZero(6, velocity_size(joint));
  const Vec3<T> zero = Vec3<T>::Zero();
  const Vec3<T> axis = to_dense<T>(joint.axis).normalized();
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::continuous:
      motion.pose = {rotation_matrix<T>(axis, T(q[0])), zero};
      motion.axes.col(0) = stack<T>(axis, zero);
      break;
    case JointKind::prismatic:
      motion.pose.translation = T(q[0]) * axis;
      motion.axes.col(0) = stack<T>(zero, axis);
      break;
    case JointKind::helical:
      motion.pose = {rotation_matrix<T>(axis, T(q[0])), T(joint.pitch) * T(q[0]) * axis};
      motion.axes.col(0) = stack<T>(axis, T(joint.pitch) * axis);
      break;
    case JointKind::cylindrical:
      motion.pose = {rotation_matrix<T>(axis, T(q[0])), T(q[1]) * axis};
      motion.axes.col(0) = stack<T>(axis, zero);
      motion.axes.col(1) = stack<T>(zero, axis);
      break;
    case JointKind::universal: {
      const Vec3<T> axis2 = to_dense<T>(joint.axis2).normalized();
      const Mat3<T> second = rotation_matrix<T>(axis2, T(q[1]));
      const Vec3<T> first_axis = second.transpose() * axis;
      motion.pose.rotation = rotation_matrix<T>(axis, T(q[0])) * second;
      motion.axes.col(0) = stack<T>(first_axis, zero);
      motion.axes.col(1) = stack<T>(axis2, zero);
      motion.bias = stack<T>(T(v[0]) * T(v[1]) * first_axis.cross(axis2), zero);
      break;
    }
    case JointKind::planar: {
      const bool upside_down = axis.z() == T(-1);
      const Mat3<T> tilt = upside_down ? Mat3<T>(Vec3<T>(1, -1, -1).asDiagonal()) : rotation_from_z(axis);
      const Vec3<T> first = tilt.col(0), second = tilt.col(1);
      motion.pose = {rotation_matrix<T>(axis, T(q[2])), T(q[0]) * first + T(q[1]) * second};
      const Mat3<T> inward = motion.pose.rotation.transpose();
      motion.axes.col(0) = stack<T>(zero, inward * first);
      motion.axes.col(1) = stack<T>(zero, inward * second);
      motion.axes.col(2) = stack<T>(axis, zero);
      const Vec3<T> sliding = inward * (T(v[0]) * first + T(v[1]) * second);
      motion.bias = stack<T>(zero, -T(v[2]) * axis.cross(sliding));
      break;
    }
    case JointKind::spherical:
      motion.pose.rotation = rotation_matrix<T>(q);
      motion.axes.topRows(3).setIdentity();
      break;
    case JointKind::floating:
      motion.pose = {rotation_matrix<T>(q.subspan(3)), {T(q[0]), T(q[1]), T(q[2])}};
      motion.axes.setIdentity();
      break;
    case JointKind::fixed:
    case JointKind::custom:
      break;
  }
  return motion;
}

template Mat3<double> rotation_matrix(const Vec3<double>&, double);
template Mat3<long double> rotation_matrix(const Vec3<long double>&, long double);
template Mat3<double> rotation_matrix(std::span<const double>);
template Mat3<long double> rotation_matrix(std::span<const double>);
template DenseJointMotion<double> move(const Joint&, std::span<const double>, std::span<const double>);
template DenseJointMotion<long double> move(const Joint&, std::span<const double>, std::span<const double>);

}  // namespace sinew::test
