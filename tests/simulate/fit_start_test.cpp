// The start of a run: joints enter their limits, and mechanisms are assembled. Compared with positions found by hand.
#include "sinew/simulate/run/fit_start.hpp"

#include <cmath>

#include "tests/simulate/blocks.hpp"

namespace sinew::test::fit_start_test {

// Two blocks along x, of which `b` is at twice the position of `a`.
Description geared(const DegreeOfFreedom& of_a = {}) {
  Description pair = blocks({block("a", "", 1, {1, 0, 0}, of_a), block("b", "", 1, {1, 0, 0}, {})});
  pair.gravity = {};
  Coupling gear{.name = "gear", .joint = "b", .leader = "a"};
  gear.polynomial = {0, 2};
  pair.couplings = {gear};
  return pair;
}

std::string failure_of(const Description& description, const State& state, const SimulationPlan& plan) {
  const SimulatedScene scene{.whole = Model(description), .state = state};
  const SimulationReport report = make_simulation(scene, plan).run();
  EXPECT_EQ(report.end, RunEnd::failed);
  return report.why;
}

TEST(FitStart, AJointWhoseInitialPositionIsBeyondItsLimitsStartsAtTheNearestOne) {
  const Description high = blocks(
      {block("high", "", 2, {0, 0, 1}, {.lower = 0.5, .upper = 5}), block("free", "", 1, {0, 0, 1}, {})});
  const RunOutcome outcome = run(high, {}, plan_of(1));
  EXPECT_NEAR(outcome.phase.q[0], 0.5, 1e-12);
  EXPECT_NEAR(outcome.phase.q[1], -g / 2, 1e-8);
  ASSERT_EQ(outcome.report.start_moves.size(), 1u);
  EXPECT_EQ(outcome.report.start_moves[0].joint, "high");
  EXPECT_NEAR(outcome.report.start_moves[0].distance, 0.5, 1e-15);
  ASSERT_FALSE(outcome.report.warnings.empty());
  EXPECT_EQ(outcome.report.warnings[0],
            "the start was changed: joints were moved into their limits; 'high' moved by 0.5 (rad, m)");
}

TEST(FitStart, AStartThatFitsIsNotChanged) {
  const RunOutcome outcome = run(geared({.lower = 0.25}), {.q = {0.25, 0.5}, .v = {0.1, 0.2}}, plan_of(1));
  EXPECT_TRUE(outcome.report.start_moves.empty());
  EXPECT_TRUE(outcome.report.warnings.empty());
}

// The least displacement with b + db = 2 (a + da) is da = 2 k, db = - k,  k = (b - 2 a) / 5.
TEST(FitStart, AMechanismThatIsOpenIsAssembledByTheLeastDisplacement) {
  for (const LimitKind limits : {LimitKind::none, LimitKind::hard}) {
    const RunOutcome outcome = run(geared(), {.q = {1, 0}, .v = {0, 0}}, plan_of(1, {.kind = limits}));
    EXPECT_NEAR(outcome.phase.q[0], 0.2, 1e-12);
    EXPECT_NEAR(outcome.phase.q[1], 0.4, 1e-12);
    ASSERT_EQ(outcome.report.start_moves.size(), 2u);
    EXPECT_EQ(outcome.report.start_moves[0].joint, "a");
    EXPECT_NEAR(outcome.report.start_moves[0].distance, 0.8, 1e-12);
    EXPECT_NEAR(outcome.report.start_moves[1].distance, 0.4, 1e-12);
    ASSERT_EQ(outcome.report.warnings.size(), 1u);
    EXPECT_EQ(
        outcome.report.warnings[0],
        "the start was changed: it violated the loops by 2 (m, rad) and was assembled; 'a' moved by 0.8 "
        "(rad, m) and 1 other joint by no more");
  }
}

// a = 0.2, b = 0.4 is closed. a is reflected at its limit to 0.8; then k = (0.4 - 1.6) / 5.
TEST(FitStart, AJointThatAssemblyMovesBeyondItsLimitIsReflectedAtTheLimit) {
  const RunOutcome outcome = run(geared({.lower = 0.5}), {.q = {1, 0}, .v = {0, 0}}, plan_of(1));
  // 0.8 - 0.48 = 0.32 is beyond the limit, too; reflected to 0.68 with b = 0.64; 0.68 - 0.288 = 0.392; and so on
  EXPECT_GE(outcome.phase.q[0], 0.5 - 1e-9);
  EXPECT_NEAR(outcome.phase.q[1], 2 * outcome.phase.q[0], 1e-12);
}

// The range of `a` is a single point, which reflections do not reach.
TEST(FitStart, AJointThatReflectionsDoNotBringIntoItsRangeIsLockedAtItsLimit) {
  const RunOutcome outcome = run(geared({.lower = 1, .upper = 1}), {.q = {1, 0}, .v = {0, 0}}, plan_of(1));
  EXPECT_NEAR(outcome.phase.q[0], 1, 1e-12);
  EXPECT_NEAR(outcome.phase.q[1], 2, 1e-12);
}

TEST(FitStart, VelocitiesThatViolateTheLoopsAreProjected) {
  const RunOutcome outcome = run(geared(), {.q = {0, 0}, .v = {1, 0}}, plan_of(1));
  EXPECT_NEAR(outcome.phase.v[0], 0.2, 1e-12);
  EXPECT_NEAR(outcome.phase.v[1], 0.4, 1e-12);
  ASSERT_EQ(outcome.report.warnings.size(), 1u);
  EXPECT_NE(outcome.report.warnings[0].find("velocities violated the loops by 2 (m/s, rad/s)"),
            std::string::npos);
}

// A block on a rail that passes 1 m beside the point from which it is to be 0.5 m away.
TEST(FitStart, AStartThatCannotBeAssembledIsAnErrorThatNamesTheLoop) {
  Description far = blocks({block("slider", "", 1, {1, 0, 0}, {})});
  far.loops = {{.name = "rod",
                .connection = {.kind = ConnectionKind::distance, .distance = 0.5},
                .first = {"", {{}, {0, 1, 0}}},
                .second = {"slider", {}}}};
  const std::string why = failure_of(far, {.q = {0.3}, .v = {0}}, plan_of(1));
  EXPECT_NE(why.find("no state near it was found that does: the constraint error of loop 'rod'"),
            std::string::npos)
      << why;
}

// Both joints are limited, so that no position satisfies the gear.
TEST(FitStart, AStartThatLimitsKeepFromBeingAssembledNamesTheJointsAtTheirLimits) {
  Description stuck = geared({.lower = 0.5});
  stuck.bodies[1].joint.kind = JointKind::prismatic;
  stuck.loops = {{.name = "end stop",
                  .connection = {.kind = ConnectionKind::point_on_plane},
                  .first = {"", frame_along({0.4, 0, 0}, {1, 0, 0})},
                  .second = {"b", {}}}};
  const std::string why = failure_of(stuck, {.q = {1, 0}, .v = {0, 0}}, plan_of(1));
  EXPECT_NE(why.find("with joints at their limits: 'a' (limits: none ignores them)"), std::string::npos)
      << why;
}

TEST(FitStart, AJointThatWasPutBeyondItsLimitsIsAnError) {
  const Description one = blocks({block("block", "", 2, {0, 0, 1}, {.lower = 0, .upper = 5})});
  const std::string why = failure_of(one, {.q = {-0.1}, .v = {0}}, plan_of(1));
  EXPECT_EQ(why, "joint 'block' is at -0.1 at the start; its limits are 0 and 5");
}

}  // namespace sinew::test::fit_start_test
