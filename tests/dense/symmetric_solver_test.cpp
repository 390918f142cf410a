#include "sinew/dense/solvers/symmetric_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/dense.hpp"

namespace sinew::test::symmetric_solver_test {

MatrixXd random_matrix(std::mt19937& generator, int rows, int cols) {
  std::normal_distribution<double> normal;
  return MatrixXd::filled_by(rows, cols, [&] { return normal(generator); });
}

TEST(SymmetricSolver, SolvesAndInvertsLikeADenseSolver) {
  std::mt19937 generator(1);
  SymmetricSolver<double> solver(12);
  for (int size = 1; size <= 12; ++size) {
    const MatrixXd root = random_matrix(generator, size, size + 2);
    const MatrixXd A = root * root.transpose();
    EXPECT_EQ(solver.factorise(A), size);
    EXPECT_TRUE(solver.is_regular());
    const VectorXd b = random_matrix(generator, size, 1);
    VectorXd x = b;
    solver.solve(x);
    EXPECT_LT((A * x - b).norm(), 1e-10 * b.norm());
    MatrixXd inverse(size, size);
    solver.inverse(inverse);
    EXPECT_LT((A * inverse - MatrixXd::Identity(size, size)).norm(), 1e-9);
  }
}

TEST(SymmetricSolver, FindsTheRankForAnyUnitsOfTheRows) {
  std::mt19937 generator(2);
  SymmetricSolver<double> solver(8);
  for (int rank = 0; rank <= 8; ++rank) {
    const MatrixXd root = random_matrix(generator, 8, rank);
    VectorXd units(8);
    units << 1, 1e3, 1e-3, 1e5, 1, 1e-5, 10, 0.1;
    const MatrixXd A = units.asDiagonal() * (root * root.transpose()) * units.asDiagonal();
    EXPECT_EQ(solver.factorise(A), rank);
  }
}

TEST(SymmetricSolver, TreatsRowsOfRoundingErrorsAsZero) {
  MatrixXd A = MatrixXd::Identity(3, 3);
  A(1, 1) = 1e-32;
  SymmetricSolver<double> solver(3);
  EXPECT_EQ(solver.factorise(A), 2);
}

TEST(SymmetricSolver, SolvesAConsistentSingularSystem) {
  std::mt19937 generator(3);
  const MatrixXd root = random_matrix(generator, 6, 4);
  const MatrixXd A = root * root.transpose();
  SymmetricSolver<double> solver(6);
  ASSERT_EQ(solver.factorise(A), 4);
  EXPECT_FALSE(solver.is_regular());
  const VectorXd b = A * random_matrix(generator, 6, 1);
  VectorXd x = b;
  solver.solve(x);
  EXPECT_LT((A * x - b).norm(), 1e-9 * b.norm());
}

TEST(SymmetricSolver, RefusesWrongSizes) {
  SymmetricSolver<double> solver(3);
  EXPECT_THROW(solver.factorise(MatrixXd::Identity(4, 4)), std::invalid_argument);
  EXPECT_THROW(solver.factorise(MatrixXd::Zero(2, 3)), std::invalid_argument);
  solver.factorise(MatrixXd::Identity(2, 2));
  std::vector<double> x(3);
  EXPECT_THROW(solver.solve(x), std::invalid_argument);
}

}  // namespace sinew::test::symmetric_solver_test
