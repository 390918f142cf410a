// What each joint kind does, written from the table in model/description.hpp with Eigen alone.
#pragma once

#include <Eigen/Dense>
#include <span>

#include "sinew/model/description.hpp"

namespace sinew::test {

template <class T>
using Vec3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Vec6 = Eigen::Matrix<T, 6, 1>;
template <class T>
using Mat3 = Eigen::Matrix<T, 3, 3>;
template <class T>
using Mat6 = Eigen::Matrix<T, 6, 6>;
template <class T>
using VecX = Eigen::Matrix<T, Eigen::Dynamic, 1>;
template <class T>
using MatX = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using Columns6 = Eigen::Matrix<T, 6, Eigen::Dynamic>;

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
Vec3<T> to_eigen(const Vector3<double>& v) {
  return {T(v.x), T(v.y), T(v.z)};
}
template <class T>
Mat3<T> to_eigen(const Rotation<double>& r) {
  Mat3<T> m;
  m << to_eigen<T>(r.row_x).transpose(), to_eigen<T>(r.row_y).transpose(), to_eigen<T>(r.row_z).transpose();
  return m;
}
template <class T>
Mat3<T> to_eigen(const Symmetric3<double>& s) {
  Mat3<T> m;
  m << T(s.xx), T(s.xy), T(s.xz), T(s.xy), T(s.yy), T(s.yz), T(s.xz), T(s.yz), T(s.zz);
  return m;
}
template <class T>
Pose<T> to_eigen(const Transform<double>& x) {
  return {to_eigen<T>(x.rotation), to_eigen<T>(x.translation)};
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
  Vec6<T> bias = Vec6<T>::Zero();  // d(axes)/dt v, seen in the body frame
};

int position_size(const Joint& joint);
int velocity_size(const Joint& joint);

template <class T>
DenseJointMotion<T> move(const Joint& joint, std::span<const double> q, std::span<const double> v);

}  // namespace sinew::test
