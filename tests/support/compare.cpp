#include "tests/support/compare.hpp"

#include <cmath>
#include <limits>

#include "tests/support/decompositions.hpp"

namespace sinew::test {

double relative_error_of(const DenseView<double>& actual, const DenseView<double>& expected) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return std::numeric_limits<double>::infinity();
  if (expected.size() == 0) return 0;
  if (!actual.allFinite() || !expected.allFinite()) return std::numeric_limits<double>::infinity();
  return (actual - expected).largest() / std::max(1.0, expected.largest());
}

double log_determinant_of(const DenseView<long double>& mass) {
  const VecX<long double> root = mass.cholesky().diagonal();
  return static_cast<double>(2 * root.unaryExpr([](long double x) { return std::log(x); }).sum());
}

double condition_of(const DenseView<double>& mass) {
  if (mass.size() == 0) return 1;
  const VectorXd spectrum = eigenvalues(mass);
  return spectrum.maxCoeff() / spectrum.minCoeff();
}

}  // namespace sinew::test
