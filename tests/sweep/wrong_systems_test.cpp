// Errors in a series are reported with their step, their matrix and the expected value.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "sinew/sweep/bryson_frazier_smoother.hpp"
#include "sinew/sweep/optimal_control.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::wrong_systems_test {

using sweep::LinearSystem, sweep::Stage, sweep::Step;

LinearSystem<double> track() {
  const Step<double> start{.M = identity<double>(2), .H = {{1, 0}}, .R = {{0.5}}, .tau = {1}};
  Step<double> next = start;
  next.phi = {{1, 1}, {0, 1}};
  return {start, next, next};
}

TEST(WrongSystems, AreRefusedByStepAndMatrix) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    std::function<void(Step<double>&)> spoil;
    const char* expected;
  };
  const Case cases[] = {
      {[](auto& s) { s.phi = identity<double>(3); }, "step 2: phi is 3 x 3, expected 2 x 2"},
      {[](auto& s) { s.phi = {}; }, "step 2: phi is 0 x 0, expected 2 x 2"},
      {[](auto& s) { s.M = Matrix<double>(2, 1); }, "step 2: M is 2 x 1, expected 2 x 2"},
      {[](auto& s) { s.M(0, 1) = 0.1; },
       "step 2: M(1, 0) is 0 and M(0, 1) is 0.1, expected a symmetric matrix"},
      {[](auto& s) { s.M(1, 1) = -1; }, "step 2: M(1, 1) is -1, expected zero or a positive number"},
      {[](auto& s) { s.b = {1}; }, "step 2: b has 1 numbers, expected 2"},
      {[](auto& s) {
         s.n = {1, 2, 3};
       },
       "step 2: n has 3 numbers, expected 2"},
      {[](auto& s) {
         s.H = {{1, 0, 0}};
       },
       "step 2: H is 1 x 3, expected 1 x 2"},
      {[](auto& s) { s.R = identity<double>(2); }, "step 2: R is 2 x 2, expected 1 x 1"},
      {[](auto& s) { s.tau = {}; }, "step 2: tau has 0 numbers, expected 1"},
      {[=](auto& s) { s.tau = {nan}; }, "step 2: tau[0] is nan, expected a finite number"},
      {[=](auto& s) { s.phi(0, 1) = nan; }, "step 2: phi[2] is nan, expected a finite number"},
  };
  for (const Case& c : cases) {
    auto system = track();
    c.spoil(system[2]);
    EXPECT_EQ(complaint([&] { kalman_filter(system); }), c.expected);
  }
  auto system = track();
  system[0].phi = identity<double>(2);
  EXPECT_EQ(complaint([&] { kalman_filter(system); }), "step 0: phi is 2 x 2, expected 2 x 0");
}

TEST(WrongSystems, AreRefusedByStageAndMatrix) {
  const Stage<double> good{.A = identity<double>(2), .B = {{0}, {1}}, .M = identity<double>(2)};
  struct Case {
    std::function<void(Stage<double>&)> spoil;
    const char* expected;
  };
  const Case cases[] = {
      {[](auto& s) { s.A = identity<double>(3); }, "stage 1: A is 3 x 3, expected 2 x 2"},
      {[](auto& s) { s.B = {{1}}; }, "stage 1: B is 1 x 1, expected 2 x 1"},
      {[](auto& s) { s.c = {1}; }, "stage 1: c has 1 numbers, expected 2"},
      {[](auto& s) { s.h = {1}; }, "stage 1: h has 1 numbers, expected 2"},
      {[](auto& s) { s.R = identity<double>(2); }, "stage 1: R is 2 x 2, expected 1 x 1"},
      {[](auto& s) {
         s.t = {1, 2};
       },
       "stage 1: t has 2 numbers, expected 1"},
  };
  for (const Case& c : cases) {
    sweep::ControlProblem<double> problem{good, good};
    c.spoil(problem[1]);
    EXPECT_EQ(complaint([&] { optimal_control(problem); }), c.expected);
  }
  const sweep::ControlProblem<double> problem{good, good};
  EXPECT_EQ(complaint([&] { optimal_control(problem, std::vector<double>(3)); }),
            "the state to start from has 3 numbers, expected 2");
}

TEST(WrongSystems, CannotMeasureCertainQuantitiesWithoutNoise) {
  // The same sum twice in one step; in two steps without new uncertainty between; by parts; after all is known.
  auto twice = track();
  twice[1].H = {{1, 0.3}, {1, 0.3}}, twice[1].R = {}, twice[1].tau = {1, 1};
  EXPECT_EQ(complaint<std::domain_error>([&] { kalman_filter(twice); }),
            "step 1: D = H P H^T + R is not positive definite: of its 2 rows 1 is independent");

  const Step<double> start{.M = {{2, 0.3}, {0.3, 1}}, .H = {{1, 0.7}}, .tau = {1}};
  Step<double> still{.phi = identity<double>(2), .M = Matrix<double>(2, 2)};
  Step<double> again = still;
  again.H = start.H, again.tau = start.tau;
  EXPECT_EQ(complaint<std::domain_error>([&] {
              kalman_filter(LinearSystem<double>{start, still, again});
            }),
            "step 2: D = H P H^T + R is not positive definite: of its 1 row 0 are independent");

  Step<double> rotated = still;  // the known sum becomes the first state
  rotated.phi = {{1, 0.7}, {-0.7, 1}};
  Step<double> first = still;
  first.H = {{1, 0}}, first.tau = {1};
  EXPECT_EQ(complaint<std::domain_error>([&] {
              kalman_filter(LinearSystem<double>{start, rotated, still, first});
            }),
            "step 3: D = H P H^T + R is not positive definite: of its 1 row 0 are independent");

  Step<double> rest = start;
  rest.H = {{1, 0.7}, {0.2, -1.3}}, rest.tau = {1, 2};
  EXPECT_EQ(complaint<std::domain_error>([&] {
              kalman_filter(LinearSystem<double>{rest, still, again});
            }),
            "step 2: D = H P H^T + R is not positive definite: of its 1 row 0 are independent");
  again.R = {{1e-3}};  // with noise it may be measured again
  EXPECT_EQ(kalman_filter(LinearSystem<double>{rest, still, again}).back().P_plus(0, 0), 0);
}

TEST(WrongSystems, CannotHaveControlsWithoutCost) {
  const Stage<double> stage{.A = identity<double>(2), .B = {{0}, {1}}, .M = {{1, 0}, {0, 0}}};
  EXPECT_EQ(complaint<std::domain_error>([&] {
              optimal_control(sweep::ControlProblem<double>{stage, stage});
            }),
            "stage 1: D = B^T S B + R is not positive definite: of its 1 row 0 are independent");
}

TEST(WrongSystems, DoNotChangeTheFilter) {
  const auto system = track();
  sweep::KalmanFilter<double> filter;
  sweep::FilterStep<double> now;
  filter.advance(system[0], now);
  Step<double> wrong = system[1];
  wrong.H = {{0, 0}}, wrong.R = {};
  EXPECT_THROW(filter.advance(wrong, now), std::domain_error);
  filter.advance(system[1], now);
  filter.advance(system[2], now);
  EXPECT_EQ(now.z_plus, kalman_filter(system)[2].z_plus);
}

TEST(WrongSystems, MayBeEmpty) {
  EXPECT_TRUE(kalman_filter(LinearSystem<double>{}).empty());
  EXPECT_TRUE(bryson_frazier_smoother(LinearSystem<double>{}, {}).empty());
  EXPECT_EQ(optimal_control(sweep::ControlProblem<double>{}).cost, 0);
}

}  // namespace sinew::test::wrong_systems_test
