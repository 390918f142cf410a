// Compares the change of the error energy with the power of the damping, by finite differences; and tracks a motion.
#include "sinew/simulate/controllers/passivity_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/io/load.hpp"
#include "tests/simulate/controlled_robots.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::passivity_control_test {

// V = s^* M s / 2 of the independent velocities changes by the power of the damping.
void expect_that_damping_takes_the_energy(const Model& model) {
  IndependentDynamics<double> dynamics(model);
  const int n = dynamics.size();
  Matrix<double> M(n, n);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed);
    PassivityControl control(model, {.rate = {4}, .damping = {7}, .target = motion(model, seed)});
    const double t = 0.8, h = 1e-6;
    const std::vector<double> a = accelerations(model, state, torques(control, t, state));
    const auto s = [&](int g) {
      return control.sliding_velocity()[std::size_t(dynamics.independent()[std::size_t(g)])];
    };
    double power = 0;
    for (int g = 0; g < n; ++g) power -= 7 * s(g) * s(g);
    const auto energy = [&](double later) {
      const State there = moved(model, state, a, later);
      torques(control, t + later, there);
      dynamics.mass_matrix(there.q, M);
      double sum = 0;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) sum += s(i) * M(i, j) * s(j);
      }
      return sum / 2;
    };
    const double rate = (energy(h) - energy(-h)) / (2 * h);
    EXPECT_NEAR(rate, power, 1e-5 * (1 + std::abs(power)));
  }
}

TEST(PassivityControl, TheEnergyOfTheErrorDecreasesByTheWorkOfTheDamping) {
  expect_that_damping_takes_the_energy(ball_arm());
}

TEST(PassivityControl, TheEnergyOfTheErrorDecreasesThoughAJointFollowsAnother) {
  const Model model = arm_with_follower();
  expect_that_damping_takes_the_energy(model);
  const State state = random_state(model, 4);
  PassivityControl control(model, {.target = motion(model, 4)});
  EXPECT_EQ(torques(control, 0.3, state).back(), 0) << "the joint that follows has no motor";
}

TEST(PassivityControl, ConvergesToAMotion) {
  const Model model = load(model_path("arm7.urdf"));
  const TrajectoryPlan target = motion(model, 2);
  const State start = random_state(model, 9);
  Workspace<double> work(model);
  Matrix<double> M(7, 7);
  mass_matrix(work, start.q, M);
  PassivityPlan plan{.rate = {8}, .damping = {}, .target = target};
  for (int i = 0; i < 7; ++i) plan.damping.push_back(10 * M(i, i));
  SimulationState end;
  run(model, start, std::make_unique<PassivityControl>(model, plan), 4, end);
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(end.q[i], target.values[2][i], 1e-4);
}

}  // namespace sinew::test::passivity_control_test
