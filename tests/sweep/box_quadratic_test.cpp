// Tests minima within boxes by the conditions that they satisfy.
#include "sinew/sweep/box_quadratic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.hpp"

namespace sinew::test::box_quadratic_test {

using sweep::BoxQuadratic;
using Numbers = std::vector<double>;

TEST(BoxQuadratic, TheGradientVanishesOrPointsOutOfTheBox) {
  BoxQuadratic box;
  int clamped = 0, free = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const int n = 1 + int(seed % 9);
    Matrix<double> half(n, n), Q(n, n);
    Numbers c, lower, upper, x;
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) half(i, j) = random.uniform(-1, 1);
      c.push_back(random.uniform(-2, 2));
      lower.push_back(random.uniform(-1, 0));
      upper.push_back(random.uniform(0, 1));
      x.push_back(random.uniform(-3, 3));
    }
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < n; ++i) {
        Q(i, j) = i == j ? 0.1 : 0;
        for (int k = 0; k < n; ++k) Q(i, j) += half(k, i) * half(k, j);
      }
    }
    ASSERT_TRUE(box.minimise(Q, c, lower, upper, x));
    for (int i = 0; i < n; ++i) {
      const auto k = std::size_t(i);
      double gradient = c[k];
      for (int j = 0; j < n; ++j) gradient += Q(i, j) * x[std::size_t(j)];
      ASSERT_GE(x[k], lower[k]);
      ASSERT_LE(x[k], upper[k]);
      if (box.is_clamped(i)) {
        ASSERT_TRUE(x[k] == lower[k] ? gradient > 0 : x[k] == upper[k] && gradient < 0) << seed;
        ++clamped;
      } else {
        ASSERT_NEAR(gradient, 0, 1e-10) << seed;
        ++free;
      }
    }
  }
  EXPECT_GT(clamped, 300);
  EXPECT_GT(free, 300);
}

TEST(BoxQuadratic, ColumnsAreSolvedForTheFreeNumbers) {
  BoxQuadratic box;
  Numbers x(2);
  const Matrix<double> Q{{4, 1}, {1, 2}};
  ASSERT_TRUE(box.minimise(Q, Numbers{-100, 0}, Numbers{-1, -1}, Numbers{1, 1}, x));
  EXPECT_TRUE(box.is_clamped(0));
  EXPECT_EQ(x[0], 1);
  EXPECT_NEAR(x[1], -0.5, 1e-14);
  Matrix<double> columns{{3}, {8}};
  box.solve_free(columns);
  EXPECT_EQ(columns(0, 0), 0);
  EXPECT_NEAR(columns(1, 0), 4, 1e-14);
}

TEST(BoxQuadratic, FunctionsWithoutMinimumAreRefused) {
  BoxQuadratic box;
  Numbers x(1);
  EXPECT_FALSE(box.minimise(Matrix<double>{{-1}}, Numbers{0}, Numbers{-1}, Numbers{1}, x));
  EXPECT_THROW(box.minimise(Matrix<double>{{1}}, Numbers{0, 0}, Numbers{-1}, Numbers{1}, x),
               std::invalid_argument);
}

}  // namespace sinew::test::box_quadratic_test
