// Compares U and D with an elimination of the dense mass matrix, and with the innovations factors.
#include "sinew/algorithms/mass_matrix/udut.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::udut_test {

struct Factors {
  MatrixXd U;
  VectorXd D;
};

Factors factors_of(Subject<>& s) {
  Factors f{MatrixXd::Constant(s.dofs(), s.dofs(), 1e30), VectorXd(s.dofs())};
  udut(s.work, s.sample.q, f.U, f.D);
  return f;
}

// S97's appendix: column k of U eliminates the entries above the diagonal of column k, from the last to the first.
Factors reverse_elimination(MatX<long double> left) {
  const auto size = left.rows();
  Factors f{MatrixXd::Identity(size, size), VectorXd(size)};
  for (auto k = size - 1; k >= 0; --k) {
    const VecX<long double> alpha = left.col(k).head(k) / left(k, k);
    f.D[k] = static_cast<double>(left(k, k));
    f.U.col(k).head(k) = alpha.cast<double>();
    left.topRows(k) -= MatX<long double>(alpha * left.row(k));
  }
  return f;
}

TEST(Udut, EntriesAreThoseOfADenseReverseElimination) {
  for (int i = 0; i < std::min(400, sample_count()); ++i) {
    Subject s(random_sample(i));
    const MatX<long double> mass = s.dense<long double>().mass_matrix();
    const Factors actual = factors_of(s), expected = reverse_elimination(mass);
    const double tolerance = allowed_error(1e-10, mass.cast<double>());
    ASSERT_LE(relative_error(actual.U, expected.U), tolerance) << "sample " << i;
    ASSERT_LE(relative_error(actual.D, expected.D), tolerance) << "sample " << i;
  }
}

TEST(Udut, MultipliesToTheMassMatrix) {
  for (int i = 0; i < std::min(400, sample_count()); ++i) {
    Subject s(random_sample(i));
    const auto [U, D] = factors_of(s);
    const MatrixXd mass = U * D.asDiagonal() * U.transpose();
    ASSERT_LE(relative_error(mass, s.dense().mass_matrix()), 1e-10) << "sample " << i;
  }
}

TEST(Udut, IsUnitUpperTriangularAndZeroBetweenBranches) {
  for (int i = 0; i < std::min(300, sample_count()); ++i) {
    Subject s(random_sample(i));
    const MatrixXd U = factors_of(s).U;
    const auto dense = s.dense();
    for (const JointInfo& joint : s.model.joints()) {
      const MatrixXd jacobian = dense.jacobian(joint.body, Reference::body);
      for (int j = joint.v_index; j < joint.v_index + joint.v_size; ++j) {
        for (int row = 0; row < s.dofs(); ++row) {
          const bool behind =
              row < j && jacobian.col(row).norm() > 0;  // degree of freedom `row` carries degree of freedom j
          ASSERT_TRUE(behind || U(row, j) == (row == j ? 1 : 0))
              << "sample " << i << ": " << row << ", " << j;
        }
      }
    }
  }
}

TEST(Udut, EqualsTheInnovationsFactor) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    Subject s(random_sample(i));
    const auto [U, D] = factors_of(s);
    const VectorXd x = as_dense(s.sample.tau);
    const MatrixXd lower = U.transpose();
    const VectorXd whitened = U.solve_upper(x);
    const VectorXd smoothed = lower.solve_lower(x);
    VectorXd y(s.dofs());
    const double scale = std::max(1.0, U.cwiseAbs().sum());
    factor_times(s.work, x, y);
    ASSERT_LE(relative_error(y, U * x), 1e-12 * scale) << "sample " << i;
    factor_adjoint_times(s.work, x, y);
    ASSERT_LE(relative_error(y, lower * x), 1e-12 * scale) << "sample " << i;
    factor_solve(s.work, x, y);
    ASSERT_LE(relative_error(y, whitened), 1e-11 * scale) << "sample " << i;
    factor_adjoint_solve(s.work, x, y);
    ASSERT_LE(relative_error(y, smoothed), 1e-11 * scale) << "sample " << i;
  }
}

TEST(Udut, SolvesForTheAccelerationsOfTheDenseForm) {
  for (int i = 0; i < std::min(400, sample_count()); ++i) {
    Subject s(random_sample(i));
    VectorXd a(s.dofs());
    forward_dynamics_by_udut(s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const auto dense = s.dense<long double>();
    const VectorXd expected = dense.forward_dynamics(s.sample.tau, s.sample.environment).cast<double>();
    const double tolerance = allowed_error(1e-10, dense.mass_matrix().cast<double>());
    ASSERT_LE(relative_error(a, expected), tolerance) << "sample " << i;
  }
}

// With the factors as matrices, as in S97 (15).
TEST(Udut, AlsoSolvesByItsEntries) {
  for (int i = 0; i < std::min(300, sample_count()); ++i) {
    Subject s(random_sample(i));
    VectorXd a(s.dofs()), bias(s.dofs());
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a);
    Factors f{MatrixXd(s.dofs(), s.dofs()), VectorXd(s.dofs())};
    udut(s.work, f.U, f.D);  // the filter is already computed
    bias_force(s.work, s.sample.q, s.sample.v, bias);
    const VectorXd once = f.U.solve_upper(as_dense(s.sample.tau) - bias);
    const VectorXd twice = f.D.cwiseInverse().cwiseProduct(once);
    const VectorXd solved = f.U.transpose().solve_lower(twice);
    ASSERT_LE(relative_error(a, solved), allowed_error(1e-9, s.dense().mass_matrix())) << "sample " << i;
  }
}

TEST(Udut, OfADoublePendulumEqualsTheHandComputedOne) {
  const double m1 = 1.3, m2 = 0.8, l1 = 0.9, l2 = 0.6, c = std::cos(-1.1);
  const Model model(double_pendulum(m1, m2, l1, l2));
  Workspace<double> work(model);
  Matrix2d U;
  Vector2d D;
  udut(work, std::vector{0.7, -1.1}, U, D);
  const Matrix2d expected{{1, 1 + l1 * c / l2}, {0, 1}};
  EXPECT_LE(relative_error(U, expected), 1e-14);
  EXPECT_NEAR(D[1], m2 * l2 * l2, 1e-15);
  EXPECT_NEAR(D[0], (m1 + m2 * (1 - c * c)) * l1 * l1, 1e-14);
}

TEST(Udut, RefusesWrongSizes) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  const std::vector<double> q(2), three(3);
  std::vector<double> D(2), long_D(3);
  Matrix<double> U(2, 2), wide(2, 3);
  EXPECT_THROW(udut(work, three, U, D), std::invalid_argument);
  EXPECT_THROW(udut(work, q, wide, D), std::invalid_argument);
  EXPECT_THROW(udut(work, q, U, long_D), std::invalid_argument);
  EXPECT_THROW(forward_dynamics_by_udut(work, q, q, three, D), std::invalid_argument);
}

}  // namespace sinew::test::udut_test
