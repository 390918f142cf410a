#include "sinew/dense/solvers/row_elimination.hpp"

#include <gtest/gtest.h>

#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::row_elimination_test {

MatrixXd random_rows(Random& random, int rows, int cols) {
  return as_dense(random_matrix(random, rows, cols));
}

MatrixXd matrix_of_rank(Random& random, int rows, int cols, int rank) {
  const MatrixXd right = random_rows(random, rank, cols), left = random_rows(random, rows, rank);
  return left * right;
}

// A matrix of a given rank, with rows in different units.
MatrixXd uneven_matrix_of_rank(Random& random, int rows, int cols, int rank) {
  MatrixXd A = matrix_of_rank(random, rows, cols, rank);
  for (int i = 0; i < rows; ++i) A.row(i) *= std::pow(10, random.uniform(-3, 3));
  return A;
}

RowElimination<double> factorised(const MatrixXd& A) {
  RowElimination<double> elimination(static_cast<int>(A.rows()), static_cast<int>(A.cols()));
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < A.rows(); ++i) elimination.matrix()(i, j) = A(i, j);
  }
  elimination.factorise();
  return elimination;
}

TEST(RowElimination, FindsTheRankAndAllSolutions) {
  Random random(1);
  for (int i = 0; i < 500; ++i) {
    const int rows = 1 + random.below(8), cols = 1 + random.below(8), most = std::min(rows, cols);
    const int rank = random.below(most + 1);
    const MatrixXd A = uneven_matrix_of_rank(random, rows, cols, rank);
    RowElimination<double> elimination = factorised(A);
    ASSERT_EQ(elimination.rank(), rank) << i;
    MatrixXd S(cols, cols - rank);
    elimination.null_space(S);
    const double size = std::max(1.0, A.largest());
    ASSERT_LE((A * S).largest(), 1e-9 * size) << i;
    const VectorXd b = A * random_rows(random, cols, 1);
    VectorXd x(cols);
    elimination.particular(b, x);
    ASSERT_LE((A * x - b).largest(), 1e-9 * size) << i;
    for (std::size_t c = 0; c < elimination.independent().size(); ++c) {
      const int own = elimination.independent()[c];
      ASSERT_EQ(x[own], 0) << i;
      ASSERT_EQ(S.row(own), VectorXd::Unit(cols - rank, static_cast<Index>(c)).transpose()) << i;
    }
  }
}

TEST(RowElimination, GivesTheShortestMultipliers) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const int rows = 1 + random.below(8), cols = 1 + random.below(8);
    const int rank = 1 + random.below(std::min(rows, cols));
    const MatrixXd A = matrix_of_rank(random, rows, cols, rank);
    const SingularValues svd = decompose(A.transpose(), 1e-9);
    if (svd.values[rank - 1] < 0.05) continue;
    const VectorXd forces = A.transpose() * random_rows(random, rows, 1);
    VectorXd m(rows);
    factorised(A).multipliers(forces, m);
    ASSERT_LE(relative_error(m, svd.solve(forces)), 1e-9) << i;
  }
}

TEST(RowElimination, TreatsRowsOfRoundingErrorsAsZero) {
  const MatrixXd A{{1, 2, 3}, {1e-15, -1e-15, 1e-16}, {0, 0, 0}};
  RowElimination<double> elimination = factorised(A);
  EXPECT_EQ(elimination.rank(), 1);
  VectorXd m(3);
  elimination.multipliers(VectorXd{2, 4, 6}, m);
  EXPECT_LE(relative_error(m, VectorXd{2, 0, 0}), 1e-14);
}

TEST(RowElimination, WithoutRowsLeavesAllUnknownsFree) {
  RowElimination<double> elimination(0, 3);
  EXPECT_EQ(elimination.factorise(), 0);
  EXPECT_EQ(elimination.independent().size(), 3u);
  MatrixXd S(3, 3);
  elimination.null_space(S);
  EXPECT_EQ(S, MatrixXd::Identity(3, 3));
}

}  // namespace sinew::test::row_elimination_test
