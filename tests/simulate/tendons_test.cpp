// Springs, dampers and limits of tendons over time: by hand, and by the energy balance of random robots.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulate/blocks.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::tendons_test {

// A block of 2 kg that slides along x without gravity, on a cable to a point one metre behind the start.
Description block_on(Tendon cable) {
  Description robot = blocks({block("block", "", 2, {1, 0, 0}, {})});
  cable.name = "cable";
  cable.path = {{.at = {"", {{}, {-1, 0, 0}}}}, {.at = {"block", {}}}};
  robot.gravity = {};
  robot.tendons = {cable};
  return robot;
}

RunOutcome run_for(double duration, const Description& robot, double q, double v, SimulationPlan plan = {}) {
  plan.options.duration = duration;
  plan.options.record_interval = duration / 10;
  const RunOutcome outcome = run(robot, {.q = {q}, .v = {v}}, plan);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * std::max(1.0, outcome.report.energy_scale));
  return outcome;
}

TEST(TendonsOverTime, ASpringOscillatesAboutItsRestLength) {
  const Description robot = block_on({.stiffness = 50, .rest_lengths = std::array{1.3, 1.3}});
  const double w = std::sqrt(50. / 2);
  EXPECT_NEAR(run_for(7.3, robot, .5, 0).phase.q[0], .3 + .2 * std::cos(w * 7.3), 1e-7);
  SimulationPlan off;
  off.tendon_springs = false;
  EXPECT_EQ(run_for(1, robot, .5, 0, off).phase.q[0], .5);
}

TEST(TendonsOverTime, ADamperSlowsABlockDownAndTakesItsEnergy) {
  const Description robot = block_on({.damping = 3});
  const RunOutcome outcome = run_for(1, robot, 0, 2);
  const double v = 2 * std::exp(-1.5);
  EXPECT_NEAR(outcome.phase.v[0], v, 1e-7);
  EXPECT_NEAR(outcome.phase.work, v * v - 4, 1e-6);
  SimulationPlan off;
  off.tendon_damping = false;
  EXPECT_EQ(run_for(1, robot, 0, 2, off).phase.v[0], 2);
}

TEST(TendonsOverTime, ASoftLimitReflectsABlockAtTheEndOfItsCable) {
  const Description robot = block_on({.upper = 1.5});
  SimulationPlan plan;
  plan.limits = {.kind = LimitKind::soft, .stiffness = 800, .damping = 0};
  // It reaches the end after 0.25 s, is held back for half a period, and returns.
  const double back = .25 + M_PI / std::sqrt(800. / 2);
  const RunOutcome outcome = run_for(back + .25, robot, 0, 2, plan);
  EXPECT_NEAR(outcome.phase.v[0], -2, 1e-6);
  EXPECT_NEAR(outcome.phase.q[0], 0, 1e-6);
  EXPECT_EQ(outcome.count("tendon cable meets its upper limit"), 1);
  EXPECT_EQ(outcome.count("tendon cable leaves its upper limit"), 1);
  plan.limits = {.kind = LimitKind::none};
  EXPECT_NEAR(run_for(1, robot, 0, 2, plan).phase.q[0], 2, 1e-12);
}

TEST(TendonsOverTime, LimitsOfTendonsAreSoftIfThoseOfJointsAreHardAndTheReportSaysSo) {
  Description robot = block_on({.upper = 1.5});
  robot.bodies[0].joint.dofs = {{.lower = -.25}};
  SimulationPlan plan;
  plan.limits = {.kind = LimitKind::hard, .damping = 0, .restitution = 1};
  const double back = .25 + M_PI / std::sqrt(1e4 / 2);
  const RunOutcome outcome =
      run_for(back + .25 + .25, robot, 0, 2, plan);  // to the end of the cable and the stop
  EXPECT_NEAR(outcome.phase.q[0], 0, 1e-6);
  EXPECT_NEAR(outcome.phase.v[0], 2, 1e-6);
  ASSERT_EQ(outcome.report.warnings.size(), 1u);
  EXPECT_EQ(outcome.report.warnings[0],
            "limits of tendons are soft, with a stiffness of 10000 and a damping of 0");
}

// The cable runs over a wheel at the hinge, leaves it when the pendulum swings up, and meets it again.
TEST(TendonsOverTime, KeepTheEnergyOfAPendulumOnAWheel) {
  const double r = .25;
  const Rotation<double> along_y = rotation_about(Vector3<double>{1, 0, 0}, M_PI / 2);
  Description robot = double_pendulum(1, 2, .5, .4);
  robot.tendons = {{.name = "cable",
                    .path = {{.at = {"", {{}, {-1, 0, r}}}},
                             {.kind = TendonElement::Kind::cylinder,
                              .at = {"", {along_y, {}}},
                              .radius = r,
                              .side = LoopEnd{"", {{}, {1, 0, 1}}}},
                             {.at = {"upper", {{}, {r, 0, -.5}}}},
                             {.at = {"lower", {{}, {0, 0, -.4}}}}},
                    .stiffness = 40,
                    .damping = .1,
                    .rest_lengths = std::array{1.5, 1.9}}};
  SimulationPlan plan;
  plan.options.duration = 3;
  plan.options.record_interval = .05;
  plan.integrator = {
      .kind = IntegratorKind::adaptive, .relative_tolerance = 1e-10, .absolute_tolerance = 1e-12};
  const RunOutcome outcome = run(robot, {.q = {-1.5, .5}, .v = {0, 0}}, plan);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * outcome.report.energy_scale);
  EXPECT_LT(outcome.phase.work, 0);
}

TEST(TendonsOverTime, KeepTheEnergyOfRandomRobots) {
  Random random(3);
  for (int i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    Description robot = random_description(random, {.bodies = 4, .custom_joints = false});
    const auto end = [&] {
      const Body& body = robot.bodies[std::size_t(random.below(4))];
      return LoopEnd{body.name, {{}, random.vector(1)}};
    };
    for (int k = 0; k < 3; ++k) {
      Tendon tendon{.name = "t" + std::to_string(k)};
      tendon.path = {{.at = {"", {{}, {0, 0, 2}}}}};
      tendon.path.push_back({.at = end()});
      tendon.path.push_back({.kind = TendonElement::Kind::pulley, .divisor = 2});
      tendon.path.push_back({.at = end()});
      tendon.path.push_back({.at = end()});
      tendon.stiffness = 20;
      tendon.damping = .3;
      robot.tendons.push_back(tendon);
    }
    SimulationPlan plan;
    plan.options.duration = .5;
    plan.options.record_interval = .05;
    plan.integrator = {
        .kind = IntegratorKind::adaptive, .relative_tolerance = 1e-10, .absolute_tolerance = 1e-12};
    const std::vector<double> q = random_position(robot, random), v = random_velocity(robot, random);
    const RunOutcome outcome = run(robot, {.q = q, .v = v}, plan);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * std::max(1.0, outcome.report.energy_scale));
    EXPECT_LT(outcome.phase.work, 0);
  }
}

TEST(TendonsOverTime, ASavedSimulationContinuesAtTheLimitOfATendon) {
  const Description robot = block_on({.stiffness = 5, .damping = .1, .upper = 1.2});
  SimulationPlan plan = plan_of(2, {.kind = LimitKind::soft, .stiffness = 500, .damping = 2});
  const SimulatedScene scene{.whole = Model(robot), .state = {.q = {0}, .v = {2}}};
  Simulation one = make_simulation(scene, plan), other = make_simulation(scene, plan);
  one.advance_to(.12);  // beyond the limit
  EXPECT_GT(one.state().q[0], .2);
  other.restore(one.save());
  one.advance_to(.5);
  other.advance_to(.5);
  EXPECT_EQ(one.state(), other.state());
}

}  // namespace sinew::test::tendons_test
