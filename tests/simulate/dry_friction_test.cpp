// Compares joints that stick and slip with hand-computed motions.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/chains/loops/consistent_state.hpp"
#include "tests/simulate/blocks.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test::dry_friction_test {

TEST(DryFriction, ASlidingBlockStopsAndStays) {
  const double mass = 2, f = 3, speed = 1.7;
  const Description sliding = blocks({block("block", "", mass, {1, 0, 0}, {.dry_friction = f})});
  for (const double sign : {1.0, -1.0}) {
    const RunOutcome outcome = run(sliding, {.q = {0.1}, .v = {sign * speed}}, plan_of(5));
    EXPECT_NEAR(outcome.phase.q[0], 0.1 + sign * mass * speed * speed / (2 * f), 1e-12);
    EXPECT_EQ(outcome.phase.v[0], 0);
    ASSERT_EQ(outcome.report.events.size(), 1u);
    EXPECT_EQ(outcome.report.events[0].name, "joint friction");
    EXPECT_NEAR(outcome.report.events[0].t, mass * speed / f, 1e-7);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-10);
  }
}

TEST(DryFriction, SticksOnASlopeUpToItsLimitAndSlidesBeyond) {
  const double weight = 2 * g * 0.6;  // along a slope of 3 : 4 : 5
  for (const double f : {weight + 0.5, weight - 0.5}) {
    const Description slope = blocks({block("block", "", 2, {0.8, 0, -0.6}, {.dry_friction = f})});
    const RunOutcome outcome = run(slope, {.q = {0}, .v = {0}}, plan_of(1));
    EXPECT_NEAR(outcome.phase.q[0], std::max(0.0, weight - f) / 2 / 2, 1e-10);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-9);
  }
}

// Pulled by a spring whose other end moves at constant speed. It slips at f = k V t, then oscillates about the moving
// end, v = V (1 - cos w t), and comes to rest just where it would slip again.
TEST(DryFriction, ABlockPulledByASpringSlipsAndComesToRest) {
  const double f = 2, k = 50, V = 0.1, mass = 0.5, w = std::sqrt(k / mass);
  Description drawn = blocks(
      {block("block", "", mass, {1, 0, 0}, {.dry_friction = f}), block("hand", "", 1e9, {1, 0, 0}, {})});
  SimulationPlan plan = plan_of(f / (k * V) + M_PI / w);
  plan.forces = {
      PointSpringPlan{.first = {.body = "block"}, .second = {.body = "hand"}, .stiffness = k, .length = 0.5}};
  const RunOutcome fastest = run(drawn, {.q = {0, 0.5}, .v = {0, V}}, plan);
  ASSERT_EQ(fastest.count("slips"), 1);
  EXPECT_NEAR(fastest.report.events[0].t, f / (k * V), 1e-7);
  EXPECT_NEAR(fastest.phase.v[0], 2 * V, 1e-6);
  EXPECT_NEAR(fastest.phase.q[0], V * M_PI / w, 1e-6);
  // Ten more cycles.
  plan.options.duration += 20 * M_PI / w;
  const RunOutcome later = run(drawn, {.q = {0, 0.5}, .v = {0, V}}, plan);
  EXPECT_NEAR(later.phase.v[0], 2 * V, 1e-4);
  EXPECT_NEAR(later.phase.q[0], V * 21 * M_PI / w, 1e-5);
  EXPECT_LE(later.report.events.size(), 60u);
}

// Passes zero velocity without stopping: the driving force is stronger than friction.
TEST(DryFriction, ReversesWithTheVelocity) {
  const double mass = 2, f = 3, push = 10, speed = 4;
  const Description sliding = blocks({block("block", "", mass, {1, 0, 0}, {.dry_friction = f})});
  SimulationPlan plan = plan_of(2);
  plan.forces = {PushPlan{.at = {.body = "block"}, .force = {-push, 0, 0}}};
  const RunOutcome outcome = run(sliding, {.q = {0}, .v = {speed}}, plan);
  const double reversal = speed * mass / (push + f), forth = speed * reversal / 2, back = 2 - reversal;
  EXPECT_NEAR(outcome.phase.q[0], forth - (push - f) / mass * back * back / 2, 1e-8);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-7);
}

TEST(DryFriction, HelpsAJointToStayAtItsStop) {
  const double mass = 2, f = 5;
  const Description lying =
      blocks({block("block", "", mass, {0, 0, 1}, {.dry_friction = f, .lower = 0, .upper = 5})});
  SimulationPlan plan = plan_of(2);
  plan.forces = {PushPlan{.at = {.body = "block"}, .force = {0, 0, mass * g + 0.9 * f}, .until = 1},
                 PushPlan{.at = {.body = "block"}, .force = {0, 0, mass * g + 1.4 * f}, .from = 1}};
  const RunOutcome outcome = run(lying, {.q = {0}, .v = {0}}, plan);
  EXPECT_NEAR(outcome.phase.q[0], 0.4 * f / mass / 2, 1e-8);
  ASSERT_EQ(outcome.count("leaves"), 1);
  EXPECT_NEAR(outcome.report.events.back().t, 1, 1e-9);
}

// All three hinges of a linkage with one degree of freedom have friction: their shares are not unique, but the linkage
// sticks.
TEST(DryFriction, ALinkageComesToRestAndStays) {
  const PlanarLink rod{1, 0.5, 0, 0.1};
  Description linkage = FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(ConnectionKind::revolute);
  for (Body& body : linkage.bodies) body.joint.dofs = {{.dry_friction = 4}};
  const Model model(linkage);
  State state{.q = {1.4, -1.2, 1.6}, .v = {2, 0, 0}};
  make_consistent(model, state.q, state.v, std::vector<int>{0});
  const RunOutcome early = run(linkage, state, plan_of(3)), late = run(linkage, state, plan_of(6));
  for (const std::size_t i : {0, 1, 2}) {
    EXPECT_NEAR(late.phase.q[i], early.phase.q[i], 1e-12);
    EXPECT_NEAR(late.phase.v[i], 0, 1e-12);
  }
  EXPECT_LE(late.report.worst_energy_error, 1e-6);
  EXPECT_LE(late.report.worst_position_error, 1e-13);
}

TEST(DryFriction, YieldsToALoopThatCloses) {
  const DegreeOfFreedom rubbing{.dry_friction = 2};
  Description two = blocks({block("a", "", 1, {1, 0, 0}, rubbing), block("b", "", 3, {1, 0, 0}, {})});
  two.loops = {{.name = "hook", .connection = {}, .first = {.body = "a"}, .second = {.body = "b"}}};
  SimulationPlan plan = plan_of(2);
  plan.open = {"hook"};
  plan.events = {{.name = "catch", .when = AtTime{1}, .close = {"hook"}}};
  const RunOutcome outcome = run(two, {.q = {0, -1}, .v = {0, 1}}, plan);
  const double together = 3.0 / 4;  // momentum is conserved; then friction stops both
  EXPECT_NEAR(outcome.report.impact_loss, 0.5 * 3 - 0.5 * 4 * together * together, 1e-9);
  EXPECT_NEAR(outcome.phase.v[0], together - 2.0 / 4 * 1, 1e-8);
  EXPECT_NEAR(outcome.phase.v[1], outcome.phase.v[0], 1e-12);
}

}  // namespace sinew::test::dry_friction_test
