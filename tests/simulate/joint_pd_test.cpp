// Joint-space PD control: the equilibrium of robots under it, and the torque of each motor.
#include "sinew/simulate/controllers/joint_pd.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/io/scene.hpp"
#include "tests/simulate/controlled_robots.hpp"
#include "tests/support/files.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::joint_pd_test {

TEST(JointPd, APendulumWithoutGravityCompensationRestsWhereTheSpringBalances) {
  const Model model(pendulum(2, 0.5, 0.1));
  const double target = 1, stiffness = 30;
  double low = 0, high = target;  // stiffness (target - q) = m g l sin q
  for (int i = 0; i < 60; ++i) {
    const double q = (low + high) / 2;
    (stiffness * (target - q) > 2 * 9.81 * 0.5 * std::sin(q) ? low : high) = q;
  }
  SimulationState end;
  run(model, {.q = {0}, .v = {0}},
      std::make_unique<JointPd>(
          model,
          JointPdPlan{
              .stiffness = {stiffness}, .damping = {5}, .gravity = false, .target = standing_at({target})}),
      8, end, 1e-2);
  EXPECT_NEAR(end.q[0], low, 1e-9);
  EXPECT_NEAR(end.v[0], 0, 1e-9);
}

TEST(JointPd, WithGravityCompensationARobotStaysAtItsTarget) {
  const Model model = ball_arm();
  const State there = random_state(model, 5);
  JointPd control(model, {.joints = all_joints(model), .target = standing_at(there.q)});
  const State state{.q = there.q, .v = std::vector<double>(there.v.size())};
  for (const double a : accelerations(model, state, torques(control, 0, state))) EXPECT_NEAR(a, 0, 1e-9);
}

TEST(JointPd, OneMotorSupportsALinkage) {
  const Scene scene = load_scene(model_path("four_bar.yaml"));
  const Model& model = scene.robots[0].model;
  State state{.q = scene.robots[0].state.q, .v = {0, 0, 0}};
  JointPd control(model, {.joints = {"crank_joint"}, .target = standing_at(state.q)});
  const std::vector<double> tau = torques(control, 0, state);
  EXPECT_NE(tau[0], 0);
  EXPECT_EQ(tau[1], 0);
  Mechanism mechanism(model);
  std::vector<double> a(3);
  mechanism.accelerations(state.q, state.v, tau, a);
  for (const double x : a) EXPECT_NEAR(x, 0, 1e-9);
}

TEST(JointPd, MotorsUseTheirOwnGainsAndOtherJointsGetZero) {
  const Model model(random_chain(4, 1));
  const State state = random_state(model, 1), target = random_state(model, 2);
  JointPd control(model, {.joints = {"joint3", "joint1"},
                          .stiffness = {30, 10},
                          .damping = {3, 1},
                          .gravity = false,
                          .target = standing_at(target.q)});
  const std::vector<double> tau = torques(control, 0, state);
  EXPECT_DOUBLE_EQ(tau[0], 10 * (target.q[0] - state.q[0]) - 1 * state.v[0]);
  EXPECT_EQ(tau[1], 0);
  EXPECT_DOUBLE_EQ(tau[2], 30 * (target.q[2] - state.q[2]) - 3 * state.v[2]);
  EXPECT_EQ(tau[3], 0);
}

}  // namespace sinew::test::joint_pd_test
