#include "tests/support/compare.hpp"

#include <Eigen/Eigenvalues>
#include <limits>

namespace sinew::test {

double relative_error_of(const Eigen::MatrixXd& actual, const Eigen::MatrixXd& expected) {
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols())
    return std::numeric_limits<double>::infinity();
  if (expected.size() == 0) return 0;
  if (!actual.allFinite() || !expected.allFinite()) return std::numeric_limits<double>::infinity();
  return (actual - expected).lpNorm<Eigen::Infinity>() / std::max(1.0, expected.lpNorm<Eigen::Infinity>());
}

double condition_of(const Eigen::MatrixXd& mass) {
  if (mass.size() == 0) return 1;
  const Eigen::VectorXd spectrum =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(mass, Eigen::EigenvaluesOnly).eigenvalues();
  return spectrum.maxCoeff() / spectrum.minCoeff();
}

}  // namespace sinew::test
