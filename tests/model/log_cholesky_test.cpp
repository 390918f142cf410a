// Tests the log-Cholesky parameters of bodies: round trips, derivatives against differences, and that every vector of
// numbers belongs to a possible body.
#include "sinew/model/description/log_cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/dense.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::log_cholesky_test {

LogCholesky random_numbers(Random& random) {
  LogCholesky numbers;
  for (double& x : numbers) x = random.uniform(-2, 2);
  return numbers;
}

// The pseudo-inertia of the parameters.
MatrixXd pseudo_inertia(const InertialParameters& p) {
  const double half = (p[4] + p[7] + p[9]) / 2;
  MatrixXd J(4, 4);
  J << half - p[4], -p[5], -p[6], p[1],  //
      -p[5], half - p[7], -p[8], p[2],   //
      -p[6], -p[8], half - p[9], p[3],   //
      p[1], p[2], p[3], p[0];
  return J;
}

TEST(LogCholesky, GivesBackItsNumbers) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const LogCholesky numbers = random_numbers(random);
    const LogCholesky found = log_cholesky(parameters_from_log_cholesky(numbers));
    for (std::size_t k = 0; k < numbers.size(); ++k) EXPECT_NEAR(found[k], numbers[k], 1e-8) << k;
  }
}

TEST(LogCholesky, IsTheUpperFactorOfThePseudoInertia) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const LogCholesky x = random_numbers(random);
    MatrixXd U(4, 4);
    U << std::exp(x[1]), x[4], x[6], x[7],  //
        0, std::exp(x[2]), x[5], x[8],      //
        0, 0, std::exp(x[3]), x[9],         //
        0, 0, 0, 1;
    U *= std::exp(x[0]);
    const MatrixXd expected = U * U.transpose(), J = pseudo_inertia(parameters_from_log_cholesky(x));
    EXPECT_LE((J - expected).norm(), 1e-13 * expected.norm());
  }
}

TEST(LogCholesky, MakesOnlyPossibleBodies) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    const Inertial inertial = inertial_from_parameters(parameters_from_log_cholesky(random_numbers(random)));
    const Description robot{
        .name = "one",
        .bodies = {
            {.name = "body", .joint = {.name = "hinge", .kind = JointKind::revolute}, .inertial = inertial}}};
    EXPECT_TRUE(Model(robot).is_possible()) << Model(robot).physical_errors().to_string();
  }
}

TEST(LogCholesky, HasTheDerivativesThatDifferencesGive) {
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    const LogCholesky at = random_numbers(random);
    const Matrix<double> J = log_cholesky_jacobian(at);
    const double step = 1e-5;
    for (std::size_t j = 0; j < at.size(); ++j) {
      LogCholesky ahead = at, behind = at;
      ahead[j] += step, behind[j] -= step;
      const InertialParameters a = parameters_from_log_cholesky(ahead),
                               b = parameters_from_log_cholesky(behind);
      double size = 1;
      for (const double x : a) size = std::max(size, std::abs(x));
      for (std::size_t k = 0; k < a.size(); ++k)
        EXPECT_NEAR(J(int(k), int(j)), (a[k] - b[k]) / (2 * step), 1e-8 * size) << k << " by " << j;
    }
  }
}

TEST(LogCholesky, RefusesBodiesWithoutVolume) {
  const InertialParameters rod{1, 0, 0, 0, 0.1, 0, 0, 0.1, 0, 0};
  EXPECT_TRUE(contains(complaint([&] { log_cholesky(rod); }), "flat or cannot exist"));
  const InertialParameters massless{};
  EXPECT_THROW(log_cholesky(massless), std::invalid_argument);
  const InertialParameters broken_triangle{1, 0, 0, 0, 1, 0, 0, 1, 0, 3};
  EXPECT_THROW(log_cholesky(broken_triangle), std::invalid_argument);
  LogCholesky numbers{};
  numbers[0] = NAN;
  EXPECT_THROW(parameters_from_log_cholesky(numbers), std::invalid_argument);
  numbers[0] = 400;
  EXPECT_THROW(parameters_from_log_cholesky(numbers), std::overflow_error);
}

}  // namespace sinew::test::log_cholesky_test
