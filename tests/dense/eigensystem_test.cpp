// Tests eigenvalues and eigenvectors: A x = lambda x, against Eigen, and on matrices whose eigenvalues are known.
#include "sinew/dense/solvers/eigensystem.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "tests/support/random.hpp"

namespace sinew::test::eigensystem_test {

using Complex = std::complex<double>;

Matrix<double> random_matrix(int n, unsigned seed) {
  Random random(seed);
  Matrix<double> A(n, n);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) A(i, j) = random.uniform(-1, 1);
  }
  return A;
}

double residual(const Matrix<double>& A, const Eigensystem& system) {
  double most = 0;
  for (int k = 0; k < A.rows(); ++k) {
    for (int i = 0; i < A.rows(); ++i) {
      Complex sum = -system.values[std::size_t(k)] * system.vectors(i, k);
      for (int j = 0; j < A.rows(); ++j) sum += A(i, j) * system.vectors(j, k);
      most = std::max(most, std::abs(sum));
    }
  }
  return most;
}

TEST(Eigensystem, EachVectorIsStretchedByItsValue) {
  for (int n = 1; n <= 40; ++n) {
    const Matrix<double> A = random_matrix(n, unsigned(n));
    const Eigensystem system = eigensystem(A);
    EXPECT_LE(residual(A, system), 1e-13 * n) << n;
    for (int k = 0; k < n; ++k) {
      double square = 0;
      for (int i = 0; i < n; ++i) square += std::norm(system.vectors(i, k));
      EXPECT_NEAR(square, 1, 1e-12);
    }
  }
}

TEST(Eigensystem, TheValuesAreThoseOfEigen) {
  for (int n = 2; n <= 30; n += 4) {
    const Matrix<double> A = random_matrix(n, unsigned(100 + n));
    const Eigensystem system = eigensystem(A);
    const Eigen::VectorXcd expected = Eigen::Map<const Eigen::MatrixXd>(A.data(), n, n).eigenvalues();
    for (int k = 0; k < n; ++k) {
      double nearest = 1;
      for (const Complex& value : system.values) nearest = std::min(nearest, std::abs(value - expected(k)));
      EXPECT_LE(nearest, 1e-12 * n) << n << " " << k;
    }
  }
}

TEST(Eigensystem, ValuesAreSortedByMagnitudeWithConjugatesTogether) {
  const Eigensystem system =
      eigensystem(Matrix<double>{{0, 3, 0, 0}, {-3, 0, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, 5}});
  EXPECT_NEAR(std::abs(system.values[0] - Complex(-1)), 0, 1e-14);
  EXPECT_NEAR(std::abs(system.values[1] - Complex(0, 3)), 0, 1e-14);
  EXPECT_NEAR(std::abs(system.values[2] - Complex(0, -3)), 0, 1e-14);
  EXPECT_NEAR(std::abs(system.values[3] - Complex(5)), 0, 1e-14);
}

TEST(Eigensystem, BadlyScaledMatricesKeepTheirSmallValues) {
  const Matrix<double> A{{1, 1e9, 0}, {1e-9, 2, 1e9}, {0, 1e-9, 3}};  // similar to ones beside the diagonal
  const Eigensystem system = eigensystem(A);
  const double expected[] = {2 - std::sqrt(3.), 2, 2 + std::sqrt(3.)};
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(std::abs(system.values[std::size_t(k)] - expected[k]), 0, 1e-13);
}

TEST(Eigensystem, DefectiveAndZeroMatricesHaveFiniteVectors) {
  for (const Matrix<double>& A : {Matrix<double>{{0, 1}, {0, 0}}, Matrix<double>(3, 3),
                                  Matrix<double>{{2, 1, 0}, {0, 2, 1}, {0, 0, 2}}}) {
    const Eigensystem system = eigensystem(A);
    for (int k = 0; k < A.rows() * A.cols(); ++k)
      EXPECT_TRUE(std::isfinite(std::abs(system.vectors.data()[k])));
    EXPECT_LE(residual(A, system), 1e-14);
  }
  EXPECT_TRUE(eigensystem(Matrix<double>(0, 0)).values.empty());
}

TEST(Eigensystem, MatricesThatAreNotSquareOrNotFiniteAreRefused) {
  EXPECT_THROW(eigensystem(Matrix<double>(2, 3)), std::invalid_argument);
  EXPECT_THROW(eigensystem(Matrix<double>{{std::numeric_limits<double>::quiet_NaN()}}),
               std::invalid_argument);
}

}  // namespace sinew::test::eigensystem_test
