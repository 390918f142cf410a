#include "sinew/dense/solvers/general_solver.hpp"

#include <gtest/gtest.h>

#include "sinew/dense/products.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::general_solver_test {

TEST(GeneralSolver, SolvesASystemAndItsAdjoint) {
  Random random(1);
  GeneralSolver<double> solver;
  for (int sample = 0; sample < 100; ++sample) {
    const int size = 1 + random.below(8);
    Matrix<double> A = random_matrix(random, size, size);
    A(0, 0) = 0;  // needs a row exchange
    const Matrix<double> x = random_matrix(random, size, 1);
    const std::vector<double> expected(x.data(), x.data() + size);
    std::vector<double> b(expected.size()), c(expected.size());
    add_product<double>(A, expected, b);
    add_transposed_product<double>(A, expected, c);
    solver.matrix() = A;
    if (size == 1) {
      EXPECT_FALSE(solver.factorise());
      continue;
    }
    ASSERT_TRUE(solver.factorise());
    solver.solve(b);
    solver.solve_adjoint(c);
    EXPECT_LE(relative_error(b, expected), 1e-9) << "sample " << sample;
    EXPECT_LE(relative_error(c, expected), 1e-9) << "sample " << sample;
  }
}

TEST(GeneralSolver, ReportsASingularMatrix) {
  GeneralSolver<double> solver;
  solver.matrix() = {{1, 2}, {2, 4}};
  EXPECT_FALSE(solver.factorise());
  solver.matrix() = Matrix<double>(2, 3);
  EXPECT_THROW(solver.factorise(), std::invalid_argument);
}

}  // namespace sinew::test::general_solver_test
