#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::mass_matrix_test {

TEST(MassMatrix, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    MatrixXd mass = MatrixXd::Constant(s.dofs(), s.dofs(), 1e30);
    mass_matrix(s.work, s.sample.q, mass);
    ASSERT_LE(relative_error(mass, s.dense().mass_matrix()), 1e-10) << "sample " << i;
    ASSERT_EQ(mass, mass.transpose()) << "sample " << i;
  }
}

TEST(MassMatrix, HasTheColumnsOfInverseDynamics) {
  for (int i = 0; i < std::min(200, sample_count()); ++i) {
    Subject s(random_sample(i));
    Matrix<double> mass(s.dofs(), s.dofs());
    mass_matrix(s.work, s.sample.q, mass);
    std::vector<double> bias = s.zeros(), tau = s.zeros();
    bias_force(s.work, s.sample.q, s.sample.v, bias);
    const double scale = std::max(1.0, as_dense(bias).size() ? as_dense(bias).largest() : 0);
    for (int k = 0; k < s.dofs(); ++k) {
      std::vector<double> unit = s.zeros();
      unit[k] = 1;
      inverse_dynamics(s.work, s.sample.q, s.sample.v, unit, tau);
      const VectorXd column = as_dense(tau) - as_dense(bias);
      ASSERT_LE(relative_error(as_dense(mass).col(k), column), 1e-11 * scale)
          << "sample " << i << " column " << k;
    }
  }
}

TEST(MassMatrix, OfADoublePendulumEqualsTheHandComputedOne) {
  const double m1 = 1.3, m2 = 0.8, l1 = 0.9, l2 = 0.6;
  const Model model(double_pendulum(m1, m2, l1, l2));
  Workspace<double> work(model);
  Matrix2d mass;
  mass_matrix(work, std::vector{0.7, -1.1}, mass);
  const double h = m2 * l1 * l2 * std::cos(-1.1);
  EXPECT_NEAR(mass(0, 0), (m1 + m2) * l1 * l1 + m2 * l2 * l2 + 2 * h, 1e-14);
  EXPECT_NEAR(mass(0, 1), m2 * l2 * l2 + h, 1e-14);
  EXPECT_NEAR(mass(1, 0), m2 * l2 * l2 + h, 1e-14);
  EXPECT_NEAR(mass(1, 1), m2 * l2 * l2, 1e-14);
}

TEST(MassMatrix, OfAFreeBodyIsItsSpatialInertia) {
  const Model model(free_body(3.0, {0.2, 0.5, 0.6}));
  Workspace<double> work(model);
  MatrixXd mass(6, 6);
  mass_matrix(work, std::vector<double>{1, 2, 3, 0.5, 0.5, 0.5, 0.5}, mass);
  VectorXd diagonal(6);
  diagonal << 0.2, 0.5, 0.6, 3, 3, 3;
  EXPECT_LE(relative_error(mass, MatrixXd(diagonal.asDiagonal())), 1e-14);
}

TEST(MassMatrix, HasNoTermsBetweenBranches) {
  Description robot{
      .bodies = {hinged("left", "", {0.1, 0, 0}, {1, {0, 0, -0.3}, {0.1, 0, 0, 0.1, 0, 0.1}}),
                 hinged("right", "", {-0.1, 0, 0}, {2, {0, 0, -0.4}, {0.2, 0, 0, 0.2, 0, 0.2}})}};
  const Model model(robot);
  Workspace<double> work(model);
  Matrix2d mass = Matrix2d::Constant(7);
  mass_matrix(work, std::vector{0.3, 0.9}, mass);
  EXPECT_EQ(mass(0, 1), 0);
  EXPECT_EQ(mass(1, 0), 0);
  EXPECT_NEAR(mass(0, 0), 0.1 + 0.09, 1e-15);
  EXPECT_NEAR(mass(1, 1), 0.2 + 2 * 0.16, 1e-15);
}

}  // namespace sinew::test::mass_matrix_test
