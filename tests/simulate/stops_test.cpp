// Compares hard limits and unilateral contacts with hand-computed motions.
#include "sinew/simulate/events/internal/stops.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "sinew/chains/loops/consistent_state.hpp"
#include "tests/simulate/blocks.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test::stops_test {

// ---- Stops ---------------------------------------------------------------------------------------

TEST(Stops, ABlockBouncesLowerAndLowerAndComesToRest) {
  const double height = 1, e = 0.5, first = std::sqrt(2 * height / g);
  const Description falling = blocks({block("block", "", 2, {0, 0, 1}, {.lower = 0, .upper = 5})});
  const LimitPlan limits{.kind = LimitKind::hard, .restitution = e};
  // Halfway between the first two impacts it is at the top of the first bounce.
  const RunOutcome top = run(falling, {.q = {height}, .v = {0}}, plan_of(first + e * first, limits));
  EXPECT_NEAR(top.phase.q[0], e * e * height, 1e-9);
  EXPECT_NEAR(top.phase.v[0], 0, 1e-8);
  EXPECT_NEAR(top.report.impact_loss, (1 - e * e) * 2 * g * height, 1e-7);
  EXPECT_LE(top.report.worst_energy_error, 1e-7);
  // All bounces together take first (1 + e) / (1 - e).
  const double whole = first * (1 + e) / (1 - e);
  const RunOutcome end = run(falling, {.q = {height}, .v = {0}}, plan_of(whole + 0.1, limits));
  EXPECT_NEAR(end.phase.q[0], 0, 1e-12);
  EXPECT_EQ(end.phase.v[0], 0);
  EXPECT_NEAR(end.report.impact_loss, 2 * g * height, 1e-6);
  const int bounces = int(std::ceil(std::log(std::sqrt(2 * g * height) / 1e-3) / std::log(1 / e)));
  EXPECT_EQ(end.count("meets"), bounces + 1);
  EXPECT_EQ(end.report.events.back().name, "joint limit");
  EXPECT_NEAR(end.report.events.back().t, whole, 2e-4);
}

TEST(Stops, AreRespectedByEveryIntegrator) {
  const double e = 0.5, first = std::sqrt(2 / g), later = 0.75 - first, speed = e * g * first;
  const Description falling =
      blocks({block("block", "", 2, {0, 0, 1}, {.dry_friction = 1e-9, .lower = 0, .upper = 5})});
  SimulationPlan plan = plan_of(0.75, {.kind = LimitKind::hard, .restitution = e});
  for (const IntegratorKind kind :
       {IntegratorKind::semi_implicit_euler, IntegratorKind::rk4, IntegratorKind::rkmk4,
        IntegratorKind::variational, IntegratorKind::adaptive, IntegratorKind::stiff}) {
    plan.integrator = {.kind = kind, .step = 1e-3};
    const RunOutcome outcome = run(falling, {.q = {1}, .v = {0}}, plan);
    const double allowed = kind == IntegratorKind::semi_implicit_euler ? 1e-2 : 1e-6;
    EXPECT_NEAR(outcome.phase.q[0], speed * later - g * later * later / 2, allowed) << name_of(kind);
  }
}

TEST(Stops, APendulumReboundsAtTheBottomAfterAQuarterOfItsPeriod) {
  const double start = 1.2, length = 0.7, e = 0.8;
  Description swinging = pendulum(1.5, length, 1e-9);
  swinging.bodies[0].joint.dofs = {{.lower = 0, .upper = 3}};
  const double quarter = std::sqrt(length / g) * std::comp_ellint_1(std::sin(start / 2));
  const RunOutcome outcome = run(swinging, {.q = {start}, .v = {0}},
                                 plan_of(quarter + 0.01, {.kind = LimitKind::hard, .restitution = e}));
  ASSERT_EQ(outcome.report.events.size(), 1u);
  EXPECT_NEAR(outcome.report.events[0].t, quarter, 1e-8);
  const double energy = 1.5 * g * length * (1 - std::cos(start));
  EXPECT_NEAR(outcome.report.impact_loss, (1 - e * e) * energy, 1e-7 * energy);
}

TEST(Stops, AnElasticStopConservesTheEnergyOfAFourBarAndAnInelasticOneDissipatesIt) {
  const PlanarLink rod{1, 0.5, 0, 0.1};
  Description linkage = FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(ConnectionKind::revolute);
  linkage.bodies[0].joint.dofs = {{.lower = 0.8, .upper = 2}};
  linkage.gravity = {};
  const Model model(linkage);
  State state{.q = {1.4, -1.2, 1.6}, .v = {-1, 0, 0}};
  make_consistent(model, state.q, state.v, std::vector<int>{0});
  Mechanism mechanism(model);
  const double energy = mechanism.kinetic_energy(state.q, state.v);
  for (const double e : {1.0, 0.5, 0.0}) {
    const RunOutcome outcome = run(linkage, state, plan_of(1, {.kind = LimitKind::hard, .restitution = e}));
    EXPECT_EQ(outcome.count("meets"), 1);
    EXPECT_NEAR(outcome.report.impact_loss, (1 - e * e) * energy, 1e-8) << e;
    EXPECT_NEAR(mechanism.kinetic_energy(outcome.phase.q, outcome.phase.v), e * e * energy, 1e-7) << e;
    EXPECT_LE(outcome.report.worst_position_error, 1e-13);
    EXPECT_TRUE(e > 0 || std::abs(outcome.phase.q[0] - 0.8) <= 1e-12);
  }
}

// A small block on a big one that rests on its stop: an impact from above leaves it there, one from below lifts it.
TEST(Stops, PushAndDoNotPull) {
  const Description weightless{.name = "two",
                               .bodies = {block("big", "", 3, {0, 0, 1}, {.lower = 0, .upper = 9}),
                                          block("small", "big", 1, {0, 0, 1}, {.lower = -1, .upper = 1})},
                               .gravity = {}};
  const LimitPlan elastic{.kind = LimitKind::hard, .restitution = 1};
  const RunOutcome down = run(weightless, {.q = {0, 0}, .v = {0, -2}}, plan_of(0.75, elastic));
  EXPECT_NEAR(down.phase.q[0], 0, 1e-14);
  EXPECT_NEAR(down.phase.v[1], 2, 1e-12);
  const RunOutcome up = run(weightless, {.q = {0, 0}, .v = {0, 2}}, plan_of(0.75, elastic));
  EXPECT_NEAR(up.phase.v[0], 2 * 2.0 / 4, 1e-12);  // momentum is conserved, the relative velocity reversed
  EXPECT_NEAR(up.phase.v[1], -2, 1e-12);
  EXPECT_NEAR(up.report.impact_loss, 0, 1e-12);
}

TEST(Stops, JointsThatReachTheirStopsTogetherHaveOneImpact) {
  const DegreeOfFreedom range{.lower = 0, .upper = 5};
  const Description pair = blocks({block("a", "", 1, {0, 0, 1}, range), block("b", "", 2, {0, 0, 1}, range)});
  const RunOutcome outcome =
      run(pair, {.q = {1, 1}, .v = {0, 0}}, plan_of(0.6, {.kind = LimitKind::hard, .restitution = 0.5}));
  const double first = std::sqrt(2 / g), later = 0.6 - first, speed = 0.5 * g * first;
  for (const std::size_t i : {0, 1})
    EXPECT_NEAR(outcome.phase.q[i], speed * later - g * later * later / 2, 1e-9);
}

TEST(Stops, AJointMayStartAtItsStopAndLeaveIt) {
  const Description lying = blocks({block("block", "", 2, {0, 0, 1}, {.lower = 0.5, .upper = 5})});
  SimulationPlan plan = plan_of(1.5);
  plan.forces = {PushPlan{.at = {.body = "block"}, .force = {0, 0, 2 * g + 4}, .from = 1}};
  const RunOutcome outcome = run(lying, {.q = {0.5}, .v = {0}}, plan);
  EXPECT_NEAR(outcome.phase.q[0], 0.5 + 4.0 / 2 * 0.5 * 0.5 / 2, 1e-9);
  EXPECT_EQ(outcome.count("leaves"), 1);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-8);
}

TEST(Stops, AJointBeyondItsLimitsAtTheStartIsRefused) {
  const SimulatedScene scene{
      .whole = Model(blocks({block("block", "", 2, {0, 0, 1}, {.lower = 0, .upper = 5})})),
      .state = {.q = {-0.1}, .v = {0}}};
  const SimulationReport report = make_simulation(scene, plan_of(1)).run();
  EXPECT_EQ(report.end, RunEnd::failed);
  EXPECT_NE(report.why.find("joint 'block' is at -0.1 at the start; its limits are 0 and 5"),
            std::string::npos)
      << report.why;
  for (const double restitution : {-0.1, 1.1, std::nan("")}) {
    EXPECT_THROW(make_simulation(scene, plan_of(1, {.kind = LimitKind::hard, .restitution = restitution})),
                 std::invalid_argument);
  }
}

// A second run continues at the end of the first, with the joints that were locked there.
TEST(Stops, ARunCanContinue) {
  const DegreeOfFreedom rubbing{.dry_friction = 3, .lower = 0, .upper = 5};
  const SimulatedScene scene{
      .whole = Model(blocks({block("a", "", 2, {0, 0, 1}, rubbing), block("b", "", 2, {1, 0, 0}, rubbing)})),
      .state = {.q = {0.5, 1}, .v = {0, 1}}};
  SimulationPlan plan = plan_of(1);
  Simulation simulation = make_simulation(scene, plan);
  simulation.run();
  const std::vector<double> q = simulation.state().q;
  EXPECT_NEAR(q[0], 0, 1e-12);
  EXPECT_NEAR(q[1], 1 + 1.0 / 3, 1e-9);
  simulation.state().t = 0;
  simulation.state().v[1] = 1;
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_NEAR(simulation.state().q[0], q[0], 1e-12);
  EXPECT_NEAR(simulation.state().q[1], q[1] + 1.0 / 3, 1e-9);
  EXPECT_LE(report.worst_energy_error, 1e-8);
}

TEST(Stops, AreForIndependentJointsWithOneDegreeOfFreedom) {
  const DegreeOfFreedom both{.dry_friction = 1, .lower = -1, .upper = 1};
  Description mixed =
      blocks({block("leader", "", 1, {1, 0, 0}, both), block("follower", "", 1, {1, 0, 0}, both),
              block("free", "", 1, {1, 0, 0}, {}), block("ball", "free", 1, {1, 0, 0}, {})});
  mixed.bodies[1].joint.mimic = Mimic{.joint = "leader"};
  mixed.bodies[3].joint = {.name = "ball", .kind = JointKind::spherical, .dofs = {{.dry_friction = 1}}};
  const Model model(mixed);
  SimulationPlan plan = plan_of(0.01);
  EXPECT_EQ(lockable_joints(model, plan), (std::vector<std::string>{"leader"}));
  plan.limits.kind = LimitKind::none;
  plan.dry_friction = false;
  EXPECT_TRUE(lockable_joints(model, plan).empty());
  plan.dry_friction = true;
  const RunOutcome outcome = run(mixed, {}, plan);
  ASSERT_GE(outcome.report.warnings.size(), 2u);
  EXPECT_EQ(outcome.report.warnings[0], "ignored: dry friction of joint 'follower', which follows another");
}

TEST(Stops, IgnoredLimitsOfAFollowerAreAWarningUnlessItsLeaderKeepsThem) {
  const DegreeOfFreedom range{.lower = -1, .upper = 1};
  Description pair =
      blocks({block("leader", "", 1, {1, 0, 0}, range), block("follower", "", 1, {1, 0, 0}, range)});
  for (const auto& [multiplier, offset, count] :
       {std::tuple(1.0, 0.0, 0u), std::tuple(-1.0, 0.0, 0u), std::tuple(2.0, 0.0, 1u),
        std::tuple(1.0, 0.1, 1u), std::tuple(0.5, 0.5, 0u), std::tuple(0.0, 2.0, 1u)}) {
    pair.bodies[1].joint.mimic = Mimic{.joint = "leader", .multiplier = multiplier, .offset = offset};
    const RunOutcome outcome = run(pair, {.q = {0, offset}, .v = {0, 0}}, plan_of(0.01));
    EXPECT_EQ(outcome.report.warnings.size(), count) << multiplier << " " << offset;
  }
}

// ---- Contacts ------------------------------------------------------------------------------------

// A block on a plate on a spring, pressed down and released, lifts off where the spring has its natural length.
TEST(Contacts, ABlockLeavesThePlateWhereTheContactWouldHaveToPull) {
  Description pair = blocks({block("arm", "", 1, {0, 0, 1}, {}), block("plate", "", 2, {0, 0, 1}, {})});
  pair.loops = {{.name = "touch",
                 .connection = {.kind = ConnectionKind::point_on_plane},
                 .first = {.body = "plate"},
                 .second = {.body = "arm"}}};
  const double k = 300, w = std::sqrt(k / 3), middle = -3 * g / k, start = 2.5 * middle;
  SimulationPlan plan = plan_of(0.6);
  plan.forces = {JointSpringPlan{.joint = "plate", .stiffness = k}};
  // z = middle + (start - middle) cos w t = 0
  const double amplitude = start - middle, leaves = std::acos(-middle / amplitude) / w,
               speed = -w * amplitude * std::sin(w * leaves), later = 0.6 - leaves;
  const std::vector<Grasp> grasps{{.name = "touch"}};
  const RunOutcome outcome = run(pair, {.q = {start, start}, .v = {0, 0}}, plan, grasps);
  ASSERT_EQ(outcome.count("contact 'touch' breaks"), 1);
  EXPECT_EQ(outcome.report.events[0].name, "contact");
  EXPECT_NEAR(outcome.report.events[0].t, leaves, 1e-7);
  EXPECT_NEAR(outcome.phase.q[0], speed * later - g * later * later / 2, 1e-7);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-7);
  plan.release_pulling = false;
  EXPECT_EQ(run(pair, {.q = {start, start}, .v = {0, 0}}, plan, grasps).report.events.size(), 0u);
}

}  // namespace sinew::test::stops_test
