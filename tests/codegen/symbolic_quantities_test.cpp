// Alternative algorithms that generated code may use, tested in double.
#include <gtest/gtest.h>

#include "sinew/codegen/trace/internal/point_newton_euler.hpp"
#include "sinew/codegen/trace/internal/tree_factors.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::symbolic_quantities_test {

TEST(PointNewtonEuler, GivesTheTorquesOfTheSpatialRecursion) {
  for (int i = 0; i < 300; ++i) {
    Subject s(random_sample(i));
    std::vector<double> expected = s.zeros(), actual = s.zeros();
    inverse_dynamics(s.work, s.sample.q, s.sample.v, s.sample.a, expected);
    point_newton_euler::sweep(*s.work.tree, s.work, s.sample.v.data(), s.sample.a.data(), actual.data());
    ASSERT_LE(relative_error(actual, expected), 1e-12) << "sample " << i;
  }
}

TEST(TreeFactors, SolveAndInvertTheMassMatrix) {
  for (int i = 0; i < 300; ++i) {
    Subject s(random_sample(i));
    const int n = s.dofs();
    if (n == 0) continue;
    Matrix<double> mass(n, n), inverse(n, n), expected_inverse(n, n);
    mass_matrix(s.work, s.sample.q, mass);
    inverse_mass_matrix(s.work, s.sample.q, expected_inverse);
    const TreeFactors<double> factors(mass);
    factors.inverse(inverse);
    ASSERT_LE(relative_error(inverse, expected_inverse), 1e-9) << "sample " << i;

    std::vector<double> x = s.sample.tau, expected = s.zeros();
    factors.solve(x);
    solve_mass_matrix(s.work, s.sample.tau, expected);
    ASSERT_LE(relative_error(x, expected), 1e-9) << "sample " << i;
  }
}

TEST(TreeFactors, GiveTheInverseBetweenAnyRows) {
  const Matrix<double> mass{{4, 1, 0}, {1, 3, 0.5}, {0, 0.5, 2}}, J{{1, 2, 3}, {-1, 0, 1}};
  const TreeFactors<double> factors(mass);
  Matrix<double> inverse(3, 3);
  factors.inverse(inverse);
  const MatrixXd expected = as_dense(J) * as_dense(inverse) * as_dense(J).transpose();
  EXPECT_LE((as_dense(factors.congruence(J)) - expected).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((as_dense(mass) * as_dense(inverse) - MatrixXd::Identity(3, 3)).cwiseAbs().maxCoeff(), 1e-15);
}

}  // namespace sinew::test::symbolic_quantities_test
