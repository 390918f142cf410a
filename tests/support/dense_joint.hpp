// The motion of each joint kind in dense matrices, from the table in model/description/description.hpp.
#pragma once

#include <algorithm>
#include <span>

#include "sinew/model/description/description.hpp"
#include "tests/support/dense.hpp"

namespace sinew::test {

// x_outer = rotation * x_inner + translation
template <class T>
struct Pose {
  Mat3<T> rotation = Mat3<T>::Identity();
  Vec3<T> translation = Vec3<T>::Zero();

  friend Pose operator*(const Pose& a, const Pose& b) {
    return {a.rotation * b.rotation, a.rotation * b.translation + a.translation};
  }
};

template <class T>
Vec3<T> to_dense(const Vector3<double>& v) {
  return {T(v.x), T(v.y), T(v.z)};
}
template <class T>
Mat3<T> to_dense(const Rotation<double>& r) {
  Mat3<T> m;
  m << to_dense<T>(r.row_x).transpose(), to_dense<T>(r.row_y).transpose(), to_dense<T>(r.row_z).transpose();
  return m;
}
template <class T>
Mat3<T> to_dense(const Symmetric3<double>& s) {
  Mat3<T> m;
  m << T(s.xx), T(s.xy), T(s.xz), T(s.xy), T(s.yy), T(s.yz), T(s.xz), T(s.yz), T(s.zz);
  return m;
}
template <class T>
VecX<T> to_dense(std::span<const double> numbers) {
  VecX<T> column(static_cast<Index>(numbers.size()));
  std::copy(numbers.begin(), numbers.end(), column.begin());
  return column;
}
template <class T>
Pose<T> to_dense(const Transform<double>& x) {
  return {to_dense<T>(x.rotation), to_dense<T>(x.translation)};
}
template <class T>
Mat3<T> skew(const Vec3<T>& v) {
  Mat3<T> m;
  m << T(0), -v.z(), v.y(), v.z(), T(0), -v.x(), -v.y(), v.x(), T(0);
  return m;
}

template <class T>
struct DenseJointMotion {
  Pose<T> pose;                    // of the body in the joint's base frame
  Columns6<T> axes;                // body twist per unit of v, in the body frame
  Vec6<T> bias = Vec6<T>::Zero();  // d(axes)/dt v, in the body frame
};

// About a unit axis; by a quaternion w, x, y, z of any length.
template <class T>
Mat3<T> rotation_matrix(const Vec3<T>& axis, T angle);
template <class T>
Mat3<T> rotation_matrix(std::span<const double> wxyz);

int position_size(const Joint& joint);
int velocity_size(const Joint& joint);

template <class T>
DenseJointMotion<T> move(const Joint& joint, std::span<const double> q, std::span<const double> v);

}  // namespace sinew::test
