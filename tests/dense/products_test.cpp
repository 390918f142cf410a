#include "sinew/dense/products.hpp"

#include <gtest/gtest.h>

#include "tests/support/compare.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::products_test {

TEST(Products, EqualThoseOfADenseLibraryForAllSizes) {
  Random random(1);
  Matrix<double> out;
  for (int sample = 0; sample < 200; ++sample) {
    const int rows = random.below(6), inner = random.below(6), cols = random.below(6);
    const Matrix<double> A = random_matrix(random, rows, inner), B = random_matrix(random, inner, cols);
    Matrix<double> A_transposed, B_transposed;
    transpose(A, A_transposed);
    transpose(B, B_transposed);
    EXPECT_EQ(as_dense(A_transposed), as_dense(A).transpose());
    const MatrixXd expected = as_dense(A) * as_dense(B);
    multiply(A, B, out);
    EXPECT_LE(relative_error(out, expected), 1e-14);
    multiply_transposed(A, B_transposed, out);
    EXPECT_LE(relative_error(out, expected), 1e-14);
    transposed_multiply(A_transposed, B, out);
    EXPECT_LE(relative_error(out, expected), 1e-14);
    const Matrix<double> C = random_matrix(random, rows, cols);
    add(C, out);
    EXPECT_LE(relative_error(out, expected + as_dense(C)), 1e-14);
  }
}

TEST(Products, WithVectorsAddToTheResult) {
  const Matrix<double> A{{1, 2, 3}, {4, 5, 6}};
  std::vector<double> two{1, -1}, three{1, 0, 2};
  add_product(A, three, two);
  EXPECT_EQ(two, (std::vector<double>{8, 15}));
  add_transposed_product(A, two, three);
  EXPECT_EQ(three, (std::vector<double>{69, 91, 116}));
}

TEST(Products, RefuseMismatchedFactors) {
  const Matrix<double> A(2, 3);
  Matrix<double> out;
  EXPECT_THROW(multiply(A, A, out), std::invalid_argument);
  EXPECT_THROW(multiply_transposed(A, Matrix<double>(2, 2), out), std::invalid_argument);
  EXPECT_THROW(transposed_multiply(A, Matrix<double>(3, 3), out), std::invalid_argument);
  out.reset(3, 3);
  EXPECT_THROW(add(A, out), std::invalid_argument);
  std::vector<double> x(3);
  EXPECT_THROW(add_product(A, x, x), std::invalid_argument);
  EXPECT_THROW(add_transposed_product(A, x, x), std::invalid_argument);
}

TEST(Matrix, IsWrittenRowByRow) {
  const Matrix<double> m{{1, 2, 3}, {4, 5, 6}};
  EXPECT_EQ(m.rows(), 2);
  EXPECT_EQ(m.cols(), 3);
  EXPECT_EQ(m(0, 2), 3);
  EXPECT_EQ(m(1, 0), 4);
  EXPECT_EQ(as_dense(identity<double>(3)), MatrixXd::Identity(3, 3));
  EXPECT_THROW((Matrix<double>{{1, 2}, {3}}), std::invalid_argument);
}

}  // namespace sinew::test::products_test
