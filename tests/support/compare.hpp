// Measures differences between results of the library and of a reference.
#pragma once

#include <algorithm>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/spatial/articulated_inertia.hpp"
#include "tests/support/dense.hpp"

namespace sinew::test {

template <class T>
VectorXd as_dense(const std::vector<T>& v) {
  VectorXd column(static_cast<Index>(v.size()));
  std::transform(v.begin(), v.end(), column.begin(), [](const T& x) { return static_cast<double>(x); });
  return column;
}
template <class T>
MatrixXd as_dense(const Matrix<T>& m) {
  MatrixXd copy(m.rows(), m.cols());
  std::transform(m.data(), m.data() + copy.size(), copy.begin(),
                 [](const T& x) { return static_cast<double>(x); });
  return copy;
}
template <class T>
Vector3d as_dense(const Vector3<T>& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}
template <class T>
Matrix3d as_dense(const Rotation<T>& r) {
  Matrix3d m;
  m << as_dense(r.row_x).transpose(), as_dense(r.row_y).transpose(), as_dense(r.row_z).transpose();
  return m;
}
template <class T>
Vector6d as_dense(const Motion<T>& m) {
  return (Vector6d() << as_dense(m.angular), as_dense(m.linear)).finished();
}
template <class T>
Vector6d as_dense(const Force<T>& f) {
  return (Vector6d() << as_dense(f.angular), as_dense(f.linear)).finished();
}
// The matrix of a linear map, column by column from unit motions.
template <class T>
Matrix6d as_dense(const ArticulatedInertia<T>& inertia) {
  Matrix6d m;
  for (int i = 0; i < 6; ++i) {
    Motion<T> unit{};
    unit[i] = T(1);
    m.col(i) = as_dense(inertia * unit);
  }
  return m;
}
inline const DenseView<double>& as_dense(const DenseView<double>& m) {
  return m;
}
inline MatrixXd as_dense(const DenseView<long double>& m) {
  return m.cast<double>();
}

// Largest absolute difference, relative to the largest absolute expected number or to 1 if that is larger. NaN, and a
// difference in shape, gives infinity.
double relative_error_of(const DenseView<double>& actual, const DenseView<double>& expected);
template <class Actual, class Expected>
double relative_error(const Actual& actual, const Expected& expected) {
  return relative_error_of(as_dense(actual), as_dense(expected));
}

// Condition number of a positive definite matrix.
double log_determinant_of(const DenseView<long double>& mass);
double condition_of(const DenseView<double>& mass);

// Rounding of the mass matrix is magnified by its condition number in the accelerations: allows ten roundings times
// that if it exceeds `base`.
inline double allowed_error(double base, const DenseView<double>& mass) {
  return std::max(base, 10 * 1.11e-16 * condition_of(mass));
}

}  // namespace sinew::test
