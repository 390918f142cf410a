// Checks the matrices of the tests (tests/support/dense.hpp) by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/support/decompositions.hpp"

namespace sinew::test::test_matrices_test {

TEST(TestMatrices, AddAndMultiply) {
  const MatrixXd A{{1, 2, 3}, {4, 5, 6}};
  const VectorXd x{1, 0, -1};
  EXPECT_EQ(A * x, (VectorXd{-2, -2}));
  EXPECT_EQ(A * A.transpose(), (MatrixXd{{14, 32}, {32, 77}}));
  EXPECT_EQ(2 * A - A / 0.5 + A, A);
  EXPECT_EQ(x.asDiagonal() * A.transpose(), (MatrixXd{{1, 4}, {0, 0}, {-3, -6}}));
  EXPECT_EQ(A.row(0).dot(x), -2);
  EXPECT_EQ(Vector3d(1, 2, 3).cross(Vector3d(0, 1, 0)), Vector3d(-3, 0, 1));
  EXPECT_EQ(A.reverse(), (MatrixXd{{6, 5, 4}, {3, 2, 1}}));
}

TEST(TestMatrices, AreWrittenThroughTheirParts) {
  MatrixXd A(3, 4);
  A.col(1) = VectorXd{1, 2, 3};
  A.bottomRightCorner(2, 2).setIdentity();
  A.diagonal() += VectorXd::Ones(3);
  A.topRows(1) *= 2;
  EXPECT_EQ(A, (MatrixXd{{2, 2, 0, 0}, {0, 3, 1, 0}, {0, 3, 1, 1}}));
  A.leftCols(2) = A.rightCols(2).reverse();
  EXPECT_EQ(A.col(0), (VectorXd{1, 0, 0}));
  A.middleCols(0, 3) = A.middleCols(1, 3);  // which overlap
  EXPECT_EQ(A, (MatrixXd{{1, 0, 0, 0}, {1, 1, 0, 0}, {0, 1, 1, 1}}));
  A.resize(2, 3);
  A << Matrix2d::Identity(), VectorXd{5, 6};
  EXPECT_EQ(A, (MatrixXd{{1, 0, 5}, {0, 1, 6}}));
}

TEST(TestMatrices, SolveSystems) {
  const MatrixXd A{{4, 1, 0}, {1, 3, -1}, {0, -1, 2}};
  const VectorXd x{1, -2, 3}, b = A * x;
  EXPECT_LT((A.solve(b) - x).largest(), 1e-15);
  EXPECT_LT((A.solve_symmetric(b) - x).largest(), 1e-15);
  EXPECT_LT((A * A.inverse() - MatrixXd::Identity(3, 3)).largest(), 1e-15);
  EXPECT_NEAR(A.determinant(), 18, 1e-13);
  const MatrixXd L = A.cholesky();
  EXPECT_LT((L * L.transpose() - A).largest(), 1e-15);
  EXPECT_LT((L.transpose().solve_upper(L.solve_lower(b)) - x).largest(), 1e-14);
}

TEST(TestMatrices, AreDecomposed) {
  const MatrixXd A{{3, 0, 0}, {0, -2, 0}};
  EXPECT_LT((singular_values(A) - VectorXd{3, 2}).largest(), 1e-15);
  EXPECT_LT((eigenvalues(A.leftCols(2)) - VectorXd{-2, 3}).largest(), 1e-15);
  const VectorXd b{6, 4};
  EXPECT_LT((least_norm_solve(A, b) - VectorXd{2, -2, 0}).largest(), 1e-15);
  EXPECT_LT((decompose(A).solve(b) - VectorXd{2, -2, 0}).largest(), 1e-15);
  EXPECT_EQ(pivoted_qr(MatrixXd{{1, 2}, {2, 4}}, 1e-12).rank, 1);
  EXPECT_EQ(rank_of(A, 1e-12), 2);
}

TEST(TestMatrices, RefuseMismatchedShapes) {
  MatrixXd A(2, 3);
  EXPECT_THROW(A * A, std::logic_error);
  EXPECT_THROW(A + A.transpose(), std::logic_error);
  EXPECT_THROW(A(2, 0), std::logic_error);
  EXPECT_THROW(A[0], std::logic_error);
  EXPECT_THROW(A.col(3), std::logic_error);
  EXPECT_THROW(A.col(0) = VectorXd(3), std::logic_error);
  EXPECT_THROW(A.topRows(1).data(), std::logic_error);
  EXPECT_THROW(A.solve(VectorXd(2)), std::logic_error);
  EXPECT_THROW(Matrix3d m = A, std::logic_error);
}

TEST(TestMatrices, MayBeEmpty) {
  const MatrixXd none(3, 0);
  EXPECT_EQ(none * MatrixXd(0, 2), MatrixXd::Zero(3, 2));
  EXPECT_EQ(none.bottomRows(1).size(), 0);
  EXPECT_EQ(none.largest(), 0);
  EXPECT_EQ(MatrixXd(0, 0).solve(MatrixXd(0, 2)).cols(), 2);
}

TEST(TestMatrices, DoNotHideNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan((VectorXd{1, nan, 2}).largest()));
  EXPECT_TRUE(std::isnan((VectorXd{1, nan, 2}).norm()));
  EXPECT_FALSE((VectorXd{1, nan}).allFinite());
  EXPECT_NE((VectorXd{nan}), (VectorXd{nan}));
}

}  // namespace sinew::test::test_matrices_test
