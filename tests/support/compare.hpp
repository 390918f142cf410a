// Sizes of differences between what the library says and what a reference says.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/spatial/articulated_inertia.hpp"

namespace sinew::test {

template <class T>
Eigen::VectorXd as_eigen(const std::vector<T>& v) {
  return Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(v.data(), static_cast<Eigen::Index>(v.size()))
      .template cast<double>();
}
template <class T>
Eigen::MatrixXd as_eigen(const Matrix<T>& m) {
  return Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>>(m.data(), m.rows(), m.cols())
      .template cast<double>();
}
template <class T>
Eigen::Vector3d as_eigen(const Vector3<T>& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
template <class T>
Eigen::Matrix3d as_eigen(const Rotation<T>& r) {
  Eigen::Matrix3d m;
  m << as_eigen(r.row_x).transpose(), as_eigen(r.row_y).transpose(), as_eigen(r.row_z).transpose();
  return m;
}
template <class T>
Eigen::Matrix<double, 6, 1> as_eigen(const Motion<T>& m) {
  return (Eigen::Matrix<double, 6, 1>() << as_eigen(m.angular), as_eigen(m.linear)).finished();
}
template <class T>
Eigen::Matrix<double, 6, 1> as_eigen(const Force<T>& f) {
  return (Eigen::Matrix<double, 6, 1>() << as_eigen(f.angular), as_eigen(f.linear)).finished();
}
// Column by column: what it answers to unit motions.
template <class T>
Eigen::Matrix<double, 6, 6> as_eigen(const ArticulatedInertia<T>& inertia) {
  Eigen::Matrix<double, 6, 6> m;
  for (int i = 0; i < 6; ++i) {
    Motion<T> unit{};
    T* components[] = {&unit.angular.x, &unit.angular.y, &unit.angular.z,
                       &unit.linear.x,  &unit.linear.y,  &unit.linear.z};
    *components[i] = T(1);
    m.col(i) = as_eigen(inertia * unit);
  }
  return m;
}
template <class Derived>
Eigen::MatrixXd as_eigen(const Eigen::MatrixBase<Derived>& m) {
  return m.template cast<double>();
}

// Largest absolute difference over the largest absolute number of the expectation, or over 1 if that is
// larger. NaN, and a difference in shape, is infinitely wrong.
double relative_error_of(const Eigen::MatrixXd& actual, const Eigen::MatrixXd& expected);
template <class Actual, class Expected>
double relative_error(const Actual& actual, const Expected& expected) {
  return relative_error_of(as_eigen(actual), as_eigen(expected));
}

double condition_of(const Eigen::MatrixXd& mass);

// Rounding of the mass matrix moves the accelerations by its condition number: ten roundings times that are
// allowed where they exceed `base`.
inline double allowed_error(double base, const Eigen::MatrixXd& mass) {
  return std::max(base, 10 * 1.11e-16 * condition_of(mass));
}

}  // namespace sinew::test
