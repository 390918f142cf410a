// Tests optimised motions: against the optimal control of a linear system, by small changes of the torques, and by what
// the motions are for.
#include "sinew/simulate/optimal/optimize.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/dense/norms.hpp"
#include "sinew/io/load.hpp"
#include "sinew/simulate/linear/differentiable_step.hpp"
#include "sinew/sweep/optimal_control.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::optimize_test {

using Numbers = std::vector<double>;
const double pi = std::acos(-1);

Description on_rails(int bodies) {
  Description robot{.name = "rails"};
  robot.gravity = {};
  for (int i = 0; i < bodies; ++i) {
    Body body{.name = "cart" + std::to_string(i), .parent = ""};
    body.joint = {.name = "rail" + std::to_string(i), .kind = JointKind::prismatic, .axis = {1, 0, 0}};
    body.inertial = {1.0 + i, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
    robot.bodies.push_back(body);
  }
  return robot;
}

// Carts without forces are linear: one iteration finds the solution of the Riccati recursion.
TEST(Optimize, AMotionOfALinearSystemIsThatOfItsRiccatiRecursion) {
  const Model model(on_rails(2));
  const OptimizePlan plan{.duration = 1,
                          .step = 0.05,
                          .target = {0, 0},
                          .running = {.position = {3, 1}, .velocity = {0.2}},
                          .final = {.position = {50, 70}, .velocity = {5}},
                          .torque_cost = {0.1, 0.3},
                          .tolerance = 1e-12};
  const Numbers q{1, -0.5}, v{0.2, 0};
  const OptimizedMotion found = optimize(model, q, v, plan);
  ASSERT_TRUE(found.converged) << found.why;
  EXPECT_LE(found.iterations, 3);
  DifferentiableStep step(model, plan.integrator, plan.step);
  Matrix<double> A(4, 4), B(4, 2);
  Numbers q1(2), v1(2);
  step.linearize(q, v, Numbers(2), q1, v1, A, B);
  const double h = plan.step;
  sweep::ControlProblem<double> stages(
      20, {.A = A,
           .B = B,
           .M = {{3 * h, 0, 0, 0}, {0, h, 0, 0}, {0, 0, 0.2 * h, 0}, {0, 0, 0, 0.2 * h}},
           .R = {{0.1 * h, 0}, {0, 0.3 * h}}});
  stages.back().M = {{50, 0, 0, 0}, {0, 70, 0, 0}, {0, 0, 5, 0}, {0, 0, 0, 5}};
  const auto expected = sweep::optimal_control(stages, Numbers{1, -0.5, 0.2, 0});
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(found.tau[i][j], expected.stages[i].u[j], 1e-7);
      EXPECT_NEAR(found.q[i + 1][j], expected.stages[i].x[j], 1e-7);
      for (int k = 0; k < 4; ++k) EXPECT_NEAR(found.K[i](int(j), k), -expected.stages[i].K(int(j), k), 1e-7);
    }
  }
}

OptimizePlan swing_up() {
  return {.duration = 2.4,
          .step = 0.04,
          .target = {pi, 0},
          .running = {.position = {0}, .velocity = {0.01}},
          .final = {.position = {500}, .velocity = {50}},
          .torque_cost = {0.02}};
}
Model weak_double_pendulum() {
  Description robot = double_pendulum(1, 1, 0.5, 0.5);
  robot.bodies[0].joint.dofs = {{.damping = 0.05, .max_effort = 5}};
  robot.bodies[1].joint.dofs = {{.damping = 0.05, .max_effort = 2}};
  return Model(robot);
}

// Holding the two rods out takes 14.7 N m at the shoulder, more than its motor gives.
TEST(Optimize, ADoublePendulumSwingsUpWithWeakMotors) {
  const Model model = weak_double_pendulum();
  const OptimizedMotion found = optimize(model, Numbers{0, 0}, Numbers{0, 0}, swing_up());
  EXPECT_TRUE(found.converged) << found.why;
  EXPECT_NEAR(found.q.back()[0], pi, 0.03);
  EXPECT_NEAR(found.q.back()[1], 0, 0.05);
  EXPECT_NEAR(found.v.back()[0], 0, 0.2);
  double most[2] = {};
  for (const Numbers& tau : found.tau) {
    for (std::size_t j = 0; j < 2; ++j) most[j] = std::max(most[j], std::abs(tau[j]));
  }
  EXPECT_EQ(most[0], 5);  // the limit is used
  EXPECT_LE(most[1], 2);
  for (std::size_t i = 1; i < found.costs.size(); ++i) EXPECT_LE(found.costs[i], found.costs[i - 1]);
}

// The motion is the integrator's own run under its torques, and no small change of a torque within its limits is
// cheaper.
TEST(Optimize, NoNeighbouringMotionIsCheaper) {
  const Model model = weak_double_pendulum();
  OptimizePlan plan = swing_up();
  plan.tolerance = 1e-9;
  const OptimizedMotion found = optimize(model, Numbers{0, 0}, Numbers{0, 0}, plan);
  DifferentiableStep step(model, plan.integrator, plan.step);
  const auto cost_of = [&](const std::vector<Numbers>& torques, double largest_difference) {
    Numbers q = found.q[0], v = found.v[0];
    double cost = 0;
    for (std::size_t i = 0; i < torques.size(); ++i) {
      for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_NEAR(q[j], found.q[i][j], largest_difference);
        cost += plan.step / 2 * (0.01 * v[j] * v[j] + 0.02 * torques[i][j] * torques[i][j]);
      }
      step.advance(q, v, torques[i], q, v);
    }
    for (std::size_t j = 0; j < 2; ++j) {
      const double e = q[j] - plan.target[j];
      cost += 0.5 * (500 * e * e + 50 * v[j] * v[j]);
    }
    return cost;
  };
  const double best = cost_of(found.tau, 1e-9);
  EXPECT_NEAR(best, found.cost(), 1e-9 * best);
  for (const std::size_t i : {0u, 10u, 30u, 50u, 59u}) {
    for (std::size_t j = 0; j < 2; ++j) {
      for (const double change : {-1e-3, 1e-3}) {
        std::vector<Numbers> torques = found.tau;
        torques[i][j] += change;
        if (std::abs(torques[i][j]) > (j == 0 ? 5 : 2)) continue;
        EXPECT_GE(cost_of(torques, infinity), best - 1e-9) << i << " " << j << " " << change;
      }
    }
  }
}

TEST(Optimize, AnArmReachesAPose) {
  const Model arm = load(model_path("arm7.urdf"));
  const Numbers start(7), rest(7);
  Workspace<double> work(arm);
  update_poses<double>(work, Numbers{0.4, 0.6, -0.3, -1.2, 0.2, 0.7, 0.1});
  const Transform<double> goal = pose(work, arm.frame("tool"));
  const OptimizePlan plan{.duration = 1,
                          .step = 0.01,
                          .running = {.velocity = {1e-3}},
                          .final = {.velocity = {10}},
                          .torque_cost = {1e-4},
                          .frame_target = FrameTarget{"tool", goal, 1e4, 1e3}};
  const OptimizedMotion found = optimize(arm, start, rest, plan);
  EXPECT_TRUE(found.converged) << found.why;
  update_poses<double>(work, found.q.back());
  const Transform<double> end = pose(work, arm.frame("tool"));
  EXPECT_LE(norm(end.translation - goal.translation), 0.01);
  EXPECT_LE(norm(end.rotation.column_x() - goal.rotation.column_x()), 0.05);
  EXPECT_LE(largest(found.v.back()), 0.1);
}

// Balls and floating bodies: the target is reached along the group.
TEST(Optimize, ABallJointTurnsToItsTarget) {
  Description robot = free_body(2, {0.1, 0.2, 0.25});
  robot.bodies[0].joint.kind = JointKind::spherical;
  robot.gravity = {};
  const Model model(robot);
  const Numbers target{std::cos(1.2), 0, std::sin(1.2), 0}, q{1, 0, 0, 0}, rest(3);
  const OptimizedMotion found = optimize(model, q, rest,
                                         {.joints = {"free"},
                                          .duration = 1,
                                          .step = 0.02,
                                          .integrator = IntegratorKind::rkmk4,
                                          .target = target,
                                          .final = {.position = {1e3}, .velocity = {1e2}},
                                          .torque_cost = {1e-3}});
  EXPECT_TRUE(found.converged) << found.why;
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.q.back()[i], target[i], 2e-3);
}

TEST(Optimize, WrongPlansAreRefused) {
  const Model model(pendulum(1, 1, 0.1));
  const Numbers zero(1);
  EXPECT_EQ(complaint([&] { optimize(model, zero, zero, {.torque_cost = {0}}); }),
            "torque_cost: expected numbers above 0");
  EXPECT_THROW(optimize(model, zero, zero, {.duration = -1}), std::invalid_argument);
  EXPECT_THROW(optimize(model, zero, zero, {.target = {0, 1}}), std::invalid_argument);
  EXPECT_THROW(optimize(model, zero, zero, {.running = {.position = {1, 2}}}), std::invalid_argument);
  EXPECT_THROW(optimize(model, zero, zero, {.joints = {"elbow"}}), std::invalid_argument);
  EXPECT_THROW(optimize(model, zero, zero, {.frame_target = FrameTarget{.frame = "hand"}}),
               std::invalid_argument);
  int calls = 0;
  const OptimizedMotion stopped =
      optimize(model, Numbers{1}, zero, {.target = {0}, .final = {.position = {1}}}, {},
               [&](int, double) { return ++calls < 1; });
  EXPECT_EQ(calls, 1);
  EXPECT_FALSE(stopped.converged);
  EXPECT_EQ(stopped.why, "the search was interrupted");
}

}  // namespace sinew::test::optimize_test
