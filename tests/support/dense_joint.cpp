#include "tests/support/dense_joint.hpp"

#include <stdexcept>

namespace sinew::test {

namespace {

template <class T>
Mat3<T> turn(const Vec3<T>& axis, T angle) {
  return Eigen::AngleAxis<T>(angle, axis).toRotationMatrix();
}

template <class T>
Vec6<T> stack(const Vec3<T>& angular, const Vec3<T>& linear) {
  return (Vec6<T>() << angular, linear).finished();
}

template <class T>
Mat3<T> rotation_of(std::span<const double> wxyz) {
  return Eigen::Quaternion<T>(T(wxyz[0]), T(wxyz[1]), T(wxyz[2]), T(wxyz[3])).normalized().toRotationMatrix();
}

template <class T>
DenseJointMotion<T> move_custom(const CustomJoint& joint, std::span<const double> q,
                                std::span<const double> v) {
  JointMotion motion;
  joint.evaluate(q, v, motion);
  DenseJointMotion<T> result{to_eigen<T>(motion.pose), Columns6<T>(6, joint.freedoms()),
                             stack(to_eigen<T>(motion.bias.angular), to_eigen<T>(motion.bias.linear))};
  for (int i = 0; i < joint.freedoms(); ++i) {
    result.axes.col(i) = stack(to_eigen<T>(motion.axes[i].angular), to_eigen<T>(motion.axes[i].linear));
  }
  return result;
}

}  // namespace

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
      return joint.custom->freedoms();
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
  const Vec3<T> axis = to_eigen<T>(joint.axis).normalized();
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::continuous:
      motion.pose = {turn<T>(axis, T(q[0])), zero};
      motion.axes.col(0) = stack<T>(axis, zero);
      break;
    case JointKind::prismatic:
      motion.pose.translation = T(q[0]) * axis;
      motion.axes.col(0) = stack<T>(zero, axis);
      break;
    case JointKind::helical:
      motion.pose = {turn<T>(axis, T(q[0])), T(joint.pitch) * T(q[0]) * axis};
      motion.axes.col(0) = stack<T>(axis, T(joint.pitch) * axis);
      break;
    case JointKind::cylindrical:
      motion.pose = {turn<T>(axis, T(q[0])), T(q[1]) * axis};
      motion.axes.col(0) = stack<T>(axis, zero);
      motion.axes.col(1) = stack<T>(zero, axis);
      break;
    case JointKind::universal: {
      const Vec3<T> axis2 = to_eigen<T>(joint.axis2).normalized();
      const Mat3<T> second = turn<T>(axis2, T(q[1]));
      const Vec3<T> first_axis = second.transpose() * axis;
      motion.pose.rotation = turn<T>(axis, T(q[0])) * second;
      motion.axes.col(0) = stack<T>(first_axis, zero);
      motion.axes.col(1) = stack<T>(axis2, zero);
      motion.bias = stack<T>(T(v[0]) * T(v[1]) * first_axis.cross(axis2), zero);
      break;
    }
    case JointKind::planar: {
      const Mat3<T> tilt = Eigen::Quaternion<T>::FromTwoVectors(Vec3<T>::UnitZ(), axis).toRotationMatrix();
      const bool upside_down = axis.z() == T(-1);
      const Vec3<T> first = upside_down ? Vec3<T>(Vec3<T>::UnitX()) : Vec3<T>(tilt.col(0));
      const Vec3<T> second = upside_down ? Vec3<T>(-Vec3<T>::UnitY()) : Vec3<T>(tilt.col(1));
      motion.pose = {turn<T>(axis, T(q[2])), T(q[0]) * first + T(q[1]) * second};
      const Mat3<T> inward = motion.pose.rotation.transpose();
      motion.axes.col(0) = stack<T>(zero, inward * first);
      motion.axes.col(1) = stack<T>(zero, inward * second);
      motion.axes.col(2) = stack<T>(axis, zero);
      const Vec3<T> sliding = inward * (T(v[0]) * first + T(v[1]) * second);
      motion.bias = stack<T>(zero, -T(v[2]) * axis.cross(sliding));
      break;
    }
    case JointKind::spherical:
      motion.pose.rotation = rotation_of<T>(q);
      motion.axes.topRows(3).setIdentity();
      break;
    case JointKind::floating:
      motion.pose = {rotation_of<T>(q.subspan(3)), {T(q[0]), T(q[1]), T(q[2])}};
      motion.axes.setIdentity();
      break;
    case JointKind::fixed:
    case JointKind::custom:
      break;
  }
  return motion;
}

template DenseJointMotion<double> move(const Joint&, std::span<const double>, std::span<const double>);
template DenseJointMotion<long double> move(const Joint&, std::span<const double>, std::span<const double>);

}  // namespace sinew::test
