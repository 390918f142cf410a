// Converts between tests/support/dense.hpp and Eigen, for the few files that need Eigen.
#pragma once

#include <Eigen/Core>

#include "tests/support/dense.hpp"

namespace sinew::test {

template <class T>
using EigenMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
EigenMatrix<T> to_eigen(const DenseView<T>& m) {
  EigenMatrix<T> result(m.rows(), m.cols());
  for (Index j = 0; j < m.cols(); ++j) {
    for (Index i = 0; i < m.rows(); ++i) result(i, j) = m(i, j);
  }
  return result;
}

template <class T>
MatX<T> from_eigen(const EigenMatrix<T>& m) {
  return DensePart<T>(const_cast<T*>(m.data()), m.rows(), m.cols());
}

}  // namespace sinew::test
