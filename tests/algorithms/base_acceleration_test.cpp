#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test {
namespace {

TEST(BaseAcceleration, EntersInverseDynamicsAsInTheDenseForm) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> tau = s.zeros(), bias = s.zeros();
    inverse_dynamics(s.model, s.work, s.sample.q, s.sample.v, s.sample.a, tau, s.environment());
    bias_force(s.model, s.work, s.sample.q, s.sample.v, bias, s.environment());
    const auto dense = s.dense();
    ASSERT_LE(relative_error(tau, dense.inverse_dynamics(s.sample.a, s.sample.environment)), 1e-10) << i;
    ASSERT_LE(relative_error(bias, dense.bias_force(s.sample.environment)), 1e-10) << i;
  }
}

TEST(BaseAcceleration, EntersForwardDynamicsAsInTheDenseForm) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> a = s.zeros();
    forward_dynamics(s.model, s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const auto dense = s.dense<long double>();
    const VectorXd expected = dense.forward_dynamics(s.sample.tau, s.sample.environment).cast<double>();
    ASSERT_LE(relative_error(a, expected), 1e-10) << i;
  }
}

// A lift that falls freely has no weight in it.
TEST(BaseAcceleration, OfAFallingLiftTakesTheWeightAway) {
  const Model model(double_pendulum(1, 2, 0.5, 0.4));
  Workspace<double> work(model);
  std::vector<double> tau(2);
  const Environment<double> falling{.base_acceleration = {{}, {0, 0, -9.81}}};
  bias_force(model, work, std::vector{0.4, 0.9}, std::vector{0.0, 0.0}, tau, falling);
  EXPECT_NEAR(tau[0], 0, 1e-14);
  EXPECT_NEAR(tau[1], 0, 1e-14);
}

// A pendulum whose pivot accelerates along x hangs back: (m l^2 + J) q'' = -m l a_x cos q.
TEST(BaseAcceleration, ThrowsAPendulumBack) {
  const Model model = Model(pendulum(2, 0.7, 0.3)).with_gravity({});
  Workspace<double> work(model);
  std::vector<double> a(1);
  forward_dynamics(model, work, std::vector{0.3}, std::vector{0.0}, std::vector{0.0}, a,
                   {.base_acceleration = {{}, {4, 0, 0}}});
  EXPECT_NEAR(a[0], -2 * 0.7 * 4 * std::cos(0.3) / (2 * 0.49 + 0.3), 1e-14);
}

// The ground turns with the joint's axis: the body stays behind.
TEST(BaseAcceleration, ThatTurnsTheGroundLeavesAFreeWheelBehind) {
  Description robot{.bodies = {hinged("wheel", "", {}, {1, {}, {0.1, 0, 0, 0.1, 0, 0.2}}, {0, 0, 1})}};
  const Model model(robot);
  Workspace<double> work(model);
  std::vector<double> a(1);
  forward_dynamics(model, work, std::vector{0.3}, std::vector{0.5}, std::vector{0.0}, a,
                   {.base_acceleration = {{0, 0, 3}, {}}});
  EXPECT_NEAR(a[0], -3, 1e-14);
}

}  // namespace
}  // namespace sinew::test
