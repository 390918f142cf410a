// Compares the inverse of the mass matrix with the dense inverse, as a whole and in parts.
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::inverse_mass_matrix_test {

TEST(InverseMassMatrix, IsTheDenseInverse) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const int n = s.dofs();
    Matrix<double> inverse(n, n);
    inverse_mass_matrix(s.work, s.sample.q, inverse);
    const MatX<long double> mass = s.dense<long double>().mass_matrix();
    const MatX<long double> expected = mass.inverse();
    ASSERT_LE(relative_error(inverse, expected), allowed_error(1e-10, mass.cast<double>())) << i;
    ASSERT_EQ(as_dense(inverse), as_dense(inverse).transpose()) << i;
  }
}

// Branches with more than 30 degrees of freedom use the costate covariance, R87 (83); the samples must contain some.
TEST(InverseMassMatrix, IsComparedOnDeepTreesToo) {
  int deep = 0, floating = 0, with_armature = 0;
  for (int i = 47; i < 640; i += 64) {
    const Sample sample = random_sample(i);
    const Model model(sample.description);
    deep += model.tree<double>().depth > inverse_mass::shallow;
    for (const Body& body : sample.description.bodies) {
      floating += body.joint.kind == JointKind::floating && body.parent.empty();
      with_armature += !body.joint.dofs.empty();
    }
  }
  EXPECT_EQ(deep, 10);
  EXPECT_GE(floating, 2);
  EXPECT_GE(with_armature, 50);
}

TEST(InverseMassMatrix, HasColumnsADiagonalAndProductsOfItsOwn) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    const int n = s.dofs();
    const MatX<long double> mass = s.dense<long double>().mass_matrix();
    const MatrixXd expected = mass.inverse().cast<double>();
    const double tolerance = allowed_error(1e-10, mass.cast<double>());
    update_filter(s.work, s.sample.q);
    std::vector<double> y = s.zeros();
    inverse_mass_diagonal(s.work, y);
    ASSERT_LE(relative_error(y, expected.diagonal()), tolerance) << i;
    for (int j = 0; j < n; ++j) {
      inverse_mass_column(s.work, j, y);
      ASSERT_LE(relative_error(y, expected.col(j)), tolerance) << i << " column " << j;
    }
    solve_mass_matrix(s.work, s.sample.tau, y);
    ASSERT_LE(relative_error(y, expected * as_dense(s.sample.tau)), tolerance) << i;
    std::vector<double> in_place = s.sample.tau;
    solve_mass_matrix(s.work, in_place, in_place);
    ASSERT_EQ(in_place, y) << i;
  }
}

TEST(InverseMassMatrix, ProductsFollowForwardDynamicsWithoutAnotherFilter) {
  for (int i = 0; i < 200; ++i) {
    Subject s(random_sample(i));
    std::vector<double> a = s.zeros(), with = s.zeros(), without = s.zeros();
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a);
    solve_mass_matrix(s.work, s.sample.tau, with);
    update_filter(s.work, s.sample.q);
    solve_mass_matrix(s.work, s.sample.tau, without);
    ASSERT_LE(relative_error(with, as_dense(without)), 1e-12) << i;
  }
}

TEST(InverseMassMatrix, IsZeroBetweenBranchesOfTheGround) {
  Description description;
  for (const char* name : {"left", "right"}) {
    Body body{.name = name, .joint = {.name = std::string("to_") + name, .kind = JointKind::revolute}};
    body.inertial = {.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}};
    description.bodies.push_back(body);
  }
  const Model model(description);
  Workspace<double> work(model);
  Matrix<double> inverse(2, 2);
  inverse(0, 1) = inverse(1, 0) = 5;
  inverse_mass_matrix(work, std::vector{0.3, 0.4}, inverse);
  EXPECT_EQ(inverse(0, 1), 0);
  EXPECT_EQ(inverse(1, 0), 0);
}

TEST(InverseMassMatrix, OfALongChainTimesTheMassMatrixIsTheIdentity) {
  const Model model(random_chain(300, 5));
  Workspace<double> work(model);
  const std::vector<double> q(300, 0.2);
  Matrix<double> mass(300, 300), inverse(300, 300);
  mass_matrix(work, q, mass);
  inverse_mass_matrix(work, q, inverse);
  const MatrixXd product = as_dense(mass) * as_dense(inverse);
  EXPECT_LT((product - MatrixXd::Identity(300, 300)).largest(), 1e-15 * condition_of(as_dense(mass)));
}

TEST(InverseMassMatrix, RefusesWrongSizesAndUnknownDegreesOfFreedom) {
  const Model model(random_chain(3, 1));
  Workspace<double> work(model);
  const std::vector<double> q(3);
  Matrix<double> small(2, 3);
  std::vector<double> y(3), short_y(2);
  EXPECT_THROW(inverse_mass_matrix(work, q, small), std::invalid_argument);
  update_filter(work, q);
  EXPECT_THROW(inverse_mass_column(work, 3, y), std::invalid_argument);
  EXPECT_THROW(inverse_mass_column(work, -1, y), std::invalid_argument);
  EXPECT_THROW(inverse_mass_diagonal(work, short_y), std::invalid_argument);
  EXPECT_THROW(solve_mass_matrix(work, short_y, y), std::invalid_argument);
}

}  // namespace sinew::test::inverse_mass_matrix_test
