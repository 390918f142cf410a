#include "sinew/dense/symmetric_solver.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace {

using sinew::SymmetricSolver;

Eigen::MatrixXd random_matrix(std::mt19937& generator, int rows, int cols) {
  std::normal_distribution<double> normal;
  return Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(generator); });
}

TEST(SymmetricSolver, SolvesAndInvertsLikeADenseSolver) {
  std::mt19937 generator(1);
  SymmetricSolver<double> solver(12);
  for (int size = 1; size <= 12; ++size) {
    const Eigen::MatrixXd root = random_matrix(generator, size, size + 2);
    const Eigen::MatrixXd A = root * root.transpose();
    EXPECT_EQ(solver.factorise(A), size);
    EXPECT_TRUE(solver.is_regular());
    const Eigen::VectorXd b = random_matrix(generator, size, 1);
    Eigen::VectorXd x = b;
    solver.solve(x);
    EXPECT_LT((A * x - b).norm(), 1e-10 * b.norm());
    Eigen::MatrixXd inverse(size, size);
    solver.inverse(inverse);
    EXPECT_LT((A * inverse - Eigen::MatrixXd::Identity(size, size)).norm(), 1e-9);
  }
}

TEST(SymmetricSolver, FindsTheRankWhateverTheUnitsOfTheRows) {
  std::mt19937 generator(2);
  SymmetricSolver<double> solver(8);
  for (int rank = 0; rank <= 8; ++rank) {
    const Eigen::MatrixXd root = random_matrix(generator, 8, rank);
    Eigen::VectorXd units(8);
    units << 1, 1e3, 1e-3, 1e5, 1, 1e-5, 10, 0.1;
    const Eigen::MatrixXd A = units.asDiagonal() * (root * root.transpose()) * units.asDiagonal();
    EXPECT_EQ(solver.factorise(A), rank);
  }
}

TEST(SymmetricSolver, TakesRowsOfRoundingForZero) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Identity(3, 3);
  A(1, 1) = 1e-32;
  SymmetricSolver<double> solver(3);
  EXPECT_EQ(solver.factorise(A), 2);
}

TEST(SymmetricSolver, SolvesASingularSystemWhoseEquationsAgree) {
  std::mt19937 generator(3);
  const Eigen::MatrixXd root = random_matrix(generator, 6, 4);
  const Eigen::MatrixXd A = root * root.transpose();
  SymmetricSolver<double> solver(6);
  ASSERT_EQ(solver.factorise(A), 4);
  EXPECT_FALSE(solver.is_regular());
  const Eigen::VectorXd b = A * random_matrix(generator, 6, 1);
  Eigen::VectorXd x = b;
  solver.solve(x);
  EXPECT_LT((A * x - b).norm(), 1e-9 * b.norm());
}

TEST(SymmetricSolver, RefusesWhatDoesNotFit) {
  SymmetricSolver<double> solver(3);
  EXPECT_THROW(solver.factorise(Eigen::MatrixXd::Identity(4, 4).eval()), std::invalid_argument);
  EXPECT_THROW(solver.factorise(Eigen::MatrixXd::Zero(2, 3).eval()), std::invalid_argument);
  solver.factorise(Eigen::MatrixXd::Identity(2, 2).eval());
  std::vector<double> x(3);
  EXPECT_THROW(solver.solve(x), std::invalid_argument);
}

}  // namespace
