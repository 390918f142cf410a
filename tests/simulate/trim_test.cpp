// Tests equilibria: those known by hand, those that hold in forward dynamics, and robots that have none.
#include "sinew/simulate/linear/trim.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/dense/norms.hpp"
#include "sinew/simulate/linear/smooth_dynamics.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::trim_test {

using Numbers = std::vector<double>;
const double pi = std::acos(-1);

double largest_acceleration(const Model& model, const Trim& found, bool springs = true) {
  SmoothDynamics dynamics(model, {.joint_springs = springs});
  const Numbers rest(found.tau.size());
  Numbers a(rest.size());
  dynamics.accelerations(found.q, rest, found.tau, a);
  return largest(a);
}

// The upper rod is held; the lower one has no motor and hangs straight down, or stands if the search begins there.
TEST(Trim, AJointWithoutMotorHangsOrStands) {
  const Model model(double_pendulum(1, 2, 0.7, 0.5));
  const TrimOptions options{.motors = {"upper_joint"}, .hold = {"upper_joint"}};
  const Trim hanging = trim(model, Numbers{0.6, 0.1}, options),
             standing = trim(model, Numbers{0.6, 2.3}, options);
  EXPECT_TRUE(hanging.converged && standing.converged);
  EXPECT_NEAR(hanging.q[1], -0.6, 1e-9);
  EXPECT_NEAR(standing.q[1], pi - 0.6, 1e-9);
  EXPECT_EQ(hanging.q[0], 0.6);
  EXPECT_NEAR(hanging.tau[0], 3 * 9.81 * 0.7 * std::sin(0.6), 1e-8);
  EXPECT_EQ(hanging.tau[1], 0);
  EXPECT_LE(largest_acceleration(model, hanging), 1e-8);
}

TEST(Trim, LeastEffortLetsTheArmHang) {
  const Model model(double_pendulum(1, 2, 0.7, 0.5));
  const Trim found = trim(model, Numbers{0.9, -0.4}, {.least_effort = true});
  EXPECT_TRUE(found.converged) << found.why;
  EXPECT_NEAR(found.q[0], 0, 1e-8);
  EXPECT_NEAR(found.q[1], 0, 1e-8);
  EXPECT_LE(found.effort, 1e-7);
  const Trim nearest = trim(model, Numbers{0.9, -0.4});
  EXPECT_EQ(nearest.q, (Numbers{0.9, -0.4}));  // all joints have motors: everywhere is an equilibrium
  EXPECT_LE(largest_acceleration(model, nearest), 1e-9);
}

// With the shoulder at 0.8 the effort (s + e)^2 + e^2, s and e the moments of the upper mass and of the lower one
// about the elbow, is stationary in q1.
TEST(Trim, LeastEffortBalancesTheTorquesOfSeveralMotors) {
  const Model model(double_pendulum(1, 2, 0.7, 0.5));
  const Trim found = trim(model, Numbers{0.8, 0.2}, {.hold = {"upper_joint"}, .least_effort = true});
  EXPECT_TRUE(found.converged) << found.why;
  const auto effort = [](double q1) {
    const double s = 3 * 9.81 * 0.7 * std::sin(0.8), e = 2 * 9.81 * 0.5 * std::sin(0.8 + q1);
    return std::sqrt((s + e) * (s + e) + e * e);
  };
  EXPECT_NEAR(found.effort, effort(found.q[1]), 1e-10);
  for (const double d : {-1e-3, 1e-3}) EXPECT_GT(effort(found.q[1] + d), found.effort);
}

TEST(Trim, JointsStayWithinTheirLimits) {
  Description robot = double_pendulum(1, 2, 0.7, 0.5);
  robot.bodies[0].joint.dofs = {{.lower = 0.3, .upper = 1}};
  const Model model(robot);
  const Trim found = trim(model, Numbers{0.9, -0.4}, {.least_effort = true});
  EXPECT_EQ(found.q[0], 0.3);
  const Trim without = trim(model, Numbers{0.9, -0.4}, {.least_effort = true, .within_limits = false});
  EXPECT_NEAR(without.q[0], 0, 1e-8);
}

TEST(Trim, SpringsCarryTheWeight) {
  Description robot = pendulum(2, 0.5, 0.1);
  robot.bodies[0].joint.dofs = {{.stiffness = 30, .rest_position = 1}};
  const Model model(robot);
  // The joint has no motor: another one has, which moves nothing here.
  Description two = robot;
  two.bodies.push_back(hinged("tip", "rod", {0, 0, -1}, {0.1, {}, {0.01, 0, 0, 0.01, 0, 0.01}}));
  const Model with_tip(two);
  const Trim found = trim(with_tip, Numbers{0, 0}, {.motors = {"tip_joint"}});
  ASSERT_TRUE(found.converged) << found.why;
  EXPECT_NEAR(30 * (1 - found.q[0]), (2 * 0.5 + 0.1) * 9.81 * std::sin(found.q[0]), 1e-8);
  EXPECT_LE(largest_acceleration(with_tip, found), 1e-7);
}

TEST(Trim, EquilibriaOfRandomTreesHoldInForwardDynamics) {
  int converged = 0;
  for (unsigned i = 0; i < 60; ++i) {
    Random random(i);
    const Description robot = random_description(random, {.bodies = 4, .custom_joints = false});
    const Model model(robot);
    if (std::ranges::any_of(model.joints(), [](const JointInfo& joint) { return joint.v_size > 1; }))
      continue;
    const Trim found = trim(model, random_position(robot, random), {.least_effort = true});
    EXPECT_TRUE(found.converged) << i << " " << found.why;
    EXPECT_LE(largest_acceleration(model, found), 1e-6) << i;
    converged += found.converged;
  }
  EXPECT_GT(converged, 5);
}

TEST(Trim, ARobotWithoutEquilibriumSaysWhichJointMoves) {
  const Model model(free_body(2, {0.1, 0.2, 0.25}));
  const Trim found = trim(model, model.neutral_position());
  EXPECT_FALSE(found.converged);
  EXPECT_TRUE(contains(found.why, "has no motor and would need 19.62")) << found.why;
  EXPECT_NEAR(found.residual, 2 * 9.81, 1e-12);
}

TEST(Trim, WrongRequestsAreRefused) {
  const Model model(pendulum(1, 1, 0.1));
  EXPECT_THROW(trim(model, Numbers{0, 0}), std::invalid_argument);
  EXPECT_THROW(trim(model, Numbers{0}, {.hold = {"elbow"}}), std::invalid_argument);
  EXPECT_THROW(trim(model, Numbers{0}, {.motors = {"elbow"}}), std::invalid_argument);
}

}  // namespace sinew::test::trim_test
