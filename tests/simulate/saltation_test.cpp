// Tests how events change small motions: against differences of whole simulations, whose events are located to rounding, and
// against a bouncing ball worked out by hand.
#include "sinew/simulate/linear/saltation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/dense/norms.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/optimal/run_gradient.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::saltation_test {

using Numbers = std::vector<double>;

constexpr double duration = 0.2, step = 1e-3;

struct Case {
  Model model;
  Numbers q, v;
  std::string joint;
  double restitution;
};

const PlanarLink rod{1, 0.3, 0.05, 0.1};

// Three links, the second of which meets its upper stop.
Case arm_case(double restitution) {
  Description robot = planar_mechanism("arm");
  robot.bodies = {planar_link("a", "", {}, rod), planar_link("b", "a", {0.5, 0, 0}, rod),
                  planar_link("c", "b", {0.4, 0, 0}, rod)};
  robot.bodies[1].joint.dofs = {{.damping = 0.1, .lower = -1, .upper = 0.5}};
  return {Model(robot), {0.3, 0.2, -0.4}, {-1, 3, 0.5}, "b_joint", restitution};
}

// A four-bar whose rocker meets its lower stop.
Case four_bar_case(double restitution) {
  const FourBar bar{
      .a = 0.5, .b = 1.1, .c = 0.9, .d = 1.2, .crank = rod, .coupler = rod, .rocker = rod, .armature = {}};
  Description robot = bar.description(ConnectionKind::revolute);
  Mechanism mechanism{Model(robot)};
  Numbers q{1.1, -0.9, 1.9}, v{0, 0, -3};
  EXPECT_TRUE(mechanism.system().assemble(q).closed);
  mechanism.project_velocity(q, v);
  const double factor = -1.5 / v[2];
  for (double& speed : v) speed *= factor;  // the rocker moves with -1.5 rad/s
  robot.bodies[2].joint.dofs = {{.lower = q[2] - 0.1, .upper = 10}};
  return {Model(robot), q, v, "rocker_joint", restitution};
}

Simulation simulation_of(const Case& c, const Numbers& q, const Numbers& v) {
  Simulation simulation =
      make_simulation({.whole = c.model, .state = {.q = q, .v = v, .tau = {}, .a = {}}},
                      {.limits = {.kind = LimitKind::hard, .restitution = c.restitution}});
  simulation.set_integrator({.kind = IntegratorKind::rkmk4, .step = step});
  return simulation;
}

// The weights of the start of a run that follow from weights of its end.
Numbers weights_of_start(const Model& model, const Numbers& q, const Numbers& v, double time,
                         const Numbers& w) {
  const auto n = v.size();
  RunGradientPlan plan{.duration = time, .step = step};
  plan.final = [&](double, In<double>, In<double>, Out<double> by_q, Out<double> by_v) {
    for (std::size_t i = 0; i < n; ++i) by_q[i] += w[i], by_v[i] += w[n + i];
    return 0.0;
  };
  const RunGradientResult found = RunGradient(model, plan).gradient(q, v);
  Numbers all = found.by_q;
  all.insert(all.end(), found.by_v.begin(), found.by_v.end());
  return all;
}

void expect_differences(const Case& c, const Numbers& direction) {
  const auto n = c.v.size();
  Simulation nominal = simulation_of(c, c.q, c.v);
  nominal.advance_to(duration);
  const SimulationReport report = nominal.report();
  ASSERT_EQ(report.events.size(), 1u);
  const double time = report.events[0].t;
  Numbers q, v;
  RunGradient(c.model, {.duration = time, .step = step})
      .run(c.q, c.v, {}, [&](double, In<double> at, In<double> speed) {
        q.assign(at.data(), at.data() + n), v.assign(speed.data(), speed.data() + n);
      });
  const StopImpact impact = stop_impact(c.model, c.joint, q, v, Numbers(n), {.restitution = c.restitution});
  ASSERT_FALSE(impact.stays);
  const Numbers w{0.3, -0.2, 0.7, 0.1, 0.4, -0.5};
  const Numbers after = weights_of_start(c.model, q, impact.v, duration - time, w);
  Numbers before(2 * n, 0.0);
  add_transposed_product<double>(impact.saltation, after, before);
  const Numbers found = weights_of_start(c.model, c.q, c.v, time, before);
  // Differences of the simulation in a direction that the loops allow.
  const auto end = [&](double x) {
    Numbers q0 = c.q, v0 = c.v;
    for (std::size_t i = 0; i < n; ++i) q0[i] += x * direction[i], v0[i] += x * direction[n + i];
    Simulation simulation = simulation_of(c, q0, v0);
    simulation.advance_to(duration);
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += w[i] * simulation.state().q[i] + w[n + i] * simulation.state().v[i];
    return sum;
  };
  double slope = 0, expected = 0;
  const double d = 1e-4;
  for (const auto& [steps, weight] : {std::pair{1, 3. / 4}, {2, -3. / 20}, {3, 1. / 60}})
    slope += weight * (end(steps * d) - end(-steps * d)) / d;
  for (std::size_t i = 0; i < 2 * n; ++i) expected += found[i] * direction[i];
  EXPECT_NEAR(expected, slope, 1e-7 * (1 + std::abs(slope)));
}

TEST(Saltation, OfAJointStopCarriesSmallMotionsThroughTheImpact) {
  for (const double restitution : {0.3, 0.8}) {
    const Case c = arm_case(restitution);
    for (std::size_t i = 0; i < 6; ++i) {
      Numbers direction(6);
      direction[i] = 1;
      expect_differences(c, direction);
    }
  }
}

TEST(Saltation, OfAJointStopInALoopCarriesSmallMotionsThroughTheImpact) {
  const Case c = four_bar_case(0.5);
  const Numbers along = c.v;  // the only motion that the loop allows
  expect_differences(c, {0, 0, 0, along[0], along[1], along[2]});
}

// In directions along which the joint stays at its stop, the event keeps its time and X is the derivative of the impact.
TEST(Saltation, AlongTheStopIsTheDerivativeOfTheImpact) {
  for (const Case& c : {arm_case(0.4), four_bar_case(0.4)}) {
    const auto n = c.v.size();
    const StopImpactOptions options{.restitution = c.restitution};
    const StopImpact impact = stop_impact(c.model, c.joint, c.q, c.v, Numbers(n), options);
    for (std::size_t j = 0; j < 2 * n; ++j) {
      if (j == std::size_t(c.model.joint(c.joint).v_index)) continue;
      const auto after = [&](double x) {
        Numbers q = c.q, v = c.v;
        (j < n ? q[j] : v[j - n]) += x;
        return stop_impact(c.model, c.joint, q, v, Numbers(n), options).v;
      };
      const double d = 1e-4;
      const Numbers ahead = after(d), behind = after(-d);
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR(impact.saltation(int(n + i), int(j)), (ahead[i] - behind[i]) / (2 * d), 1e-6)
            << i << " " << j;
    }
  }
}

// A joint that stays at its stop: neighbouring motions keep its position and velocity.
TEST(Saltation, OfAJointThatStaysAtItsStopForgetsItsMotion) {
  const Case c = arm_case(0);
  const Numbers q{0.1, 0.5, -0.3}, v{-1, 2, 0.4};
  const StopImpact impact = stop_impact(c.model, c.joint, q, v, Numbers(3));
  EXPECT_TRUE(impact.stays);
  EXPECT_NEAR(impact.v[1], 0, 1e-13);
  EXPECT_NEAR(impact.a_after[1], 0, 1e-12);
  for (int j = 0; j < 6; ++j) {
    EXPECT_NEAR(impact.saltation(1, j), 0, 1e-12);
    EXPECT_NEAR(impact.saltation(4, j), 0, 1e-12);
  }
}

// A ball with height z bounces with restitution e: v+ = -e v, a = -g. X = [-e, 0; -(1 + e) a / v, -e].
TEST(Saltation, OfABouncingBallIsThatWorkedOutByHand) {
  const double e = 0.7, speed = -2, g = 9.81;
  EventDerivatives event{.value_by_q = {1}, .value_by_v = {0}, .reset = identity<double>(2)};
  event.reset(1, 1) = -e;
  const Numbers v{speed}, a{-g}, after{-e * speed};
  const Matrix<double> X = saltation_matrix(event, {v, a}, {after, a});
  EXPECT_NEAR(X(0, 0), -e, 1e-15);
  EXPECT_NEAR(X(0, 1), 0, 1e-15);
  EXPECT_NEAR(X(1, 0), -(1 + e) * g / speed, 1e-14);
  EXPECT_NEAR(X(1, 1), -e, 1e-15);
}

TEST(Saltation, OfAGrazingMotionIsRefused) {
  const Case c = arm_case(0.5);
  const Numbers q{0.1, 0.5, -0.3}, grazing{-1, 0, 0.4}, rest(3);
  EXPECT_THROW(stop_impact(c.model, c.joint, q, grazing, rest, {.restitution = 0.5}), std::domain_error);
  EXPECT_THROW(stop_impact(c.model, c.joint, q, grazing, rest, {.restitution = 1.5}), std::invalid_argument);
  EXPECT_THROW(stop_impact(c.model, "unknown", q, grazing, rest), std::exception);
}

}  // namespace sinew::test::saltation_test
