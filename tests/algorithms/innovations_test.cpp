// Compares the innovations factorisation with dense algebra: M = L D L^*, L unit triangular.
#include "sinew/algorithms/mass_matrix/innovations.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::innovations_test {

using Product = void (*)(Workspace<double>&, In<double>, Out<double>);

// The matrix of a product, column by column.
MatrixXd matrix_of(Product product, Subject<double>& s) {
  const int n = s.dofs();
  MatrixXd m(n, n);
  for (int j = 0; j < n; ++j) {
    VectorXd x = VectorXd::Unit(n, j);
    VectorXd y(n);
    product(s.work, x, y);
    m.col(j) = y;
    product(s.work, x, x);
    EXPECT_EQ(x, y) << "in place";
  }
  return m;
}

TEST(Innovations, FactorsMultiplyToTheMassMatrix) {
  for (int i = 0; i < sample_count() / 2; ++i) {
    Subject s(random_sample(i));
    update_filter(s.work, s.sample.q);
    const MatrixXd L = matrix_of(factor_times<double>, s);
    VectorXd D(s.dofs());
    for (int j = 0; j < s.dofs(); ++j) D[j] = innovation_variance(s.work, j);
    ASSERT_LE(relative_error(L * D.asDiagonal() * L.transpose(), s.dense().mass_matrix()), 1e-10) << i;
    // Degrees of freedom are numbered from the base, so a causal operator is upper triangular.
    for (int j = 0; j < s.dofs(); ++j) {
      ASSERT_EQ(L(j, j), 1) << i;
      ASSERT_EQ(L.col(j).tail(s.dofs() - j - 1).norm(), 0) << i;
    }
  }
}

TEST(Innovations, AdjointsAndInversesAreThoseOfTheFactor) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    update_filter(s.work, s.sample.q);
    const MatrixXd L = matrix_of(factor_times<double>, s);
    const MatrixXd identity = MatrixXd::Identity(s.dofs(), s.dofs());
    const MatrixXd inverse = matrix_of(factor_solve<double>, s);
    const double tolerance = 1e-13 * std::max(1.0, L.norm() * inverse.norm());
    ASSERT_LE((matrix_of(factor_adjoint_times<double>, s) - L.transpose()).norm(), 1e-12 * L.norm()) << i;
    ASSERT_LE((L * inverse - identity).norm(), tolerance) << i;
    ASSERT_LE((matrix_of(factor_adjoint_solve<double>, s) - inverse.transpose()).norm(), tolerance) << i;
  }
}

TEST(Innovations, SquareRootsMultiplyToTheMassMatrixAndItsInverse) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    update_filter(s.work, s.sample.q);
    const MatrixXd mass = s.dense().mass_matrix();
    const MatrixXd m = matrix_of(square_root_times<double>, s);
    const MatrixXd inverse = matrix_of(square_root_adjoint_solve<double>, s);
    ASSERT_LE(relative_error(m * m.transpose(), mass), 1e-10) << i;
    const MatrixXd expected = mass.inverse();
    ASSERT_LE(relative_error(inverse * inverse.transpose(), expected), allowed_error(1e-10, mass)) << i;
    ASSERT_LE((matrix_of(square_root_adjoint_times<double>, s) - m.transpose()).norm(), 1e-12 * m.norm())
        << i;
    const MatrixXd solve = matrix_of(square_root_solve<double>, s);
    ASSERT_LE((solve - inverse.transpose()).norm(), 1e-11 * inverse.norm()) << i;
  }
}

TEST(Innovations, LogDeterminantIsThatOfTheMassMatrix) {
  for (int i = 0; i < 500; ++i) {
    Subject s(random_sample(i));
    update_filter(s.work, s.sample.q);
    const MatX<long double> mass = s.dense<long double>().mass_matrix();
    const double expected = log_determinant_of(mass);
    ASSERT_NEAR(log_determinant(s.work), expected, 1e-9 * std::max(1.0, std::fabs(expected))) << i;
  }
}

TEST(Innovations, SamplesHaveTheStatedCovariance) {
  Subject s(random_sample(4));
  update_filter(s.work, s.sample.q);
  const int n = s.dofs(), count = 40000;
  std::mt19937_64 generator(11);
  MatrixXd momenta = MatrixXd::Zero(n, n), velocities = momenta;
  VectorXd x(n);
  for (int i = 0; i < count; ++i) {
    sample_momentum(s.work, generator, x);
    momenta += x * x.transpose() / count;
    sample_velocity(s.work, generator, x);
    velocities += x * x.transpose() / count;
  }
  // In units of the standard deviations the error of an entry of the sample covariance is about 1 / sqrt(count).
  const auto expect_covariance = [&](const MatrixXd& actual, const MatrixXd& expected) {
    const VectorXd scale = expected.diagonal().cwiseSqrt().cwiseInverse();
    EXPECT_LT((scale.asDiagonal() * (actual - expected) * scale.asDiagonal()).largest(), 0.04);
  };
  const MatrixXd mass = s.dense().mass_matrix();
  expect_covariance(momenta, mass);
  expect_covariance(velocities, mass.inverse());
}

TEST(Innovations, RefuseWrongSizesAndNumbers) {
  const Model model(random_chain(3, 1));
  Workspace<double> work(model);
  update_filter(work, std::vector<double>(3));
  std::vector<double> x(3), y(3), two(2);
  EXPECT_THROW(factor_times(work, two, y), std::invalid_argument);
  EXPECT_THROW(factor_times(work, x, two), std::invalid_argument);
  x[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(factor_solve(work, x, y), std::invalid_argument);
}

}  // namespace sinew::test::innovations_test
