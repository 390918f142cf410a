// Hard limits, dry friction and contacts that only push, against motions that can be worked out by hand.
#include "sinew/simulate/stops.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "sinew/chains/consistent_state.hpp"
#include "sinew/model/uniform.hpp"
#include "tests/support/linkages.hpp"

namespace sinew::test {
namespace {

constexpr double g = 9.81;

// A block that slides along `axis`, on the ground or on another one.
Body block(const std::string& name, const std::string& on, double mass, const Vector3<double>& axis,
           const Freedom& freedom) {
  Body body{.name = name, .parent = on};
  body.joint = {.name = name, .kind = JointKind::prismatic, .axis = axis, .freedoms = {freedom}};
  body.inertial = {mass, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return body;
}

Description blocks(std::vector<Body> bodies) {
  return {.name = "blocks", .bodies = std::move(bodies)};
}

SimulationPlan plan_of(double duration, const LimitPlan& limits = {.kind = LimitKind::hard}) {
  SimulationPlan plan;
  plan.options.duration = duration;
  plan.options.record_interval = duration;
  plan.limits = limits;
  return plan;
}

struct Outcome {
  SimulationReport report;
  Phase phase;
  int count(const std::string& what) const {
    int found = 0;
    for (const EventRecord& event : report.events) found += event.note.find(what) != std::string::npos;
    return found;
  }
};

Outcome run(const Description& description, const State& state, const SimulationPlan& plan,
            std::vector<Grasp> grasps = {}) {
  const SimulatedScene scene{.whole = Model(description), .state = state, .grasps = std::move(grasps)};
  Simulation simulation = make_simulation(scene, plan);
  Outcome outcome{.report = simulation.run(), .phase = simulation.phase()};
  EXPECT_EQ(outcome.report.end, RunEnd::finished) << outcome.report.why;
  return outcome;
}

}  // namespace

// ---- Stops ---------------------------------------------------------------------------------------

TEST(Stops, ABlockBouncesEverLowerAndThenLies) {
  const double height = 1, e = 0.5, first = std::sqrt(2 * height / g);
  const Description falling = blocks({block("block", "", 2, {0, 0, 1}, {.lower = 0, .upper = 5})});
  const LimitPlan limits{.kind = LimitKind::hard, .restitution = e};
  // Before the second fall ends it is at the top of the first bounce.
  const Outcome top = run(falling, {.q = {height}, .v = {0}}, plan_of(first + e * first, limits));
  EXPECT_NEAR(top.phase.q[0], e * e * height, 1e-9);
  EXPECT_NEAR(top.phase.v[0], 0, 1e-8);
  EXPECT_NEAR(top.report.impact_loss, (1 - e * e) * 2 * g * height, 1e-7);
  EXPECT_LE(top.report.worst_energy_error, 1e-7);
  // All the bounces take first (1 + e) / (1 - e).
  const double whole = first * (1 + e) / (1 - e);
  const Outcome end = run(falling, {.q = {height}, .v = {0}}, plan_of(whole + 0.1, limits));
  EXPECT_NEAR(end.phase.q[0], 0, 1e-15);
  EXPECT_EQ(end.phase.v[0], 0);
  EXPECT_NEAR(end.report.impact_loss, 2 * g * height, 1e-6);
  const int bounces = int(std::ceil(std::log(std::sqrt(2 * g * height) / 1e-3) / std::log(1 / e)));
  EXPECT_EQ(end.count("meets"), bounces + 1);
  EXPECT_NEAR(end.report.events.back().t, whole, 2e-4);
}

TEST(Stops, AreMetByEveryIntegrator) {
  const double e = 0.5, first = std::sqrt(2 / g), later = 0.75 - first, speed = e * g * first;
  const Description falling =
      blocks({block("block", "", 2, {0, 0, 1}, {.dry_friction = 1e-9, .lower = 0, .upper = 5})});
  SimulationPlan plan = plan_of(0.75, {.kind = LimitKind::hard, .restitution = e});
  for (const IntegratorKind kind :
       {IntegratorKind::semi_implicit_euler, IntegratorKind::rk4, IntegratorKind::rkmk4,
        IntegratorKind::variational, IntegratorKind::adaptive, IntegratorKind::stiff}) {
    plan.integrator = {.kind = kind, .step = 1e-3};
    const Outcome outcome = run(falling, {.q = {1}, .v = {0}}, plan);
    const double allowed = kind == IntegratorKind::semi_implicit_euler ? 1e-2 : 1e-6;
    EXPECT_NEAR(outcome.phase.q[0], speed * later - g * later * later / 2, allowed) << name_of(kind);
  }
}

TEST(Stops, APendulumIsThrownBackAtTheBottomAfterAQuarterOfItsPeriod) {
  const double start = 1.2, length = 0.7, e = 0.8;
  Description swinging = pendulum(1.5, length, 1e-9);
  swinging.bodies[0].joint.freedoms = {{.lower = 0, .upper = 3}};
  const double quarter = std::sqrt(length / g) * std::comp_ellint_1(std::sin(start / 2));
  const Outcome outcome = run(swinging, {.q = {start}, .v = {0}},
                              plan_of(quarter + 0.01, {.kind = LimitKind::hard, .restitution = e}));
  ASSERT_EQ(outcome.report.events.size(), 1u);
  EXPECT_NEAR(outcome.report.events[0].t, quarter, 1e-8);
  const double energy = 1.5 * g * length * (1 - std::cos(start));
  EXPECT_NEAR(outcome.report.impact_loss, (1 - e * e) * energy, 1e-7 * energy);
}

TEST(Stops, AnElasticStopKeepsTheEnergyOfAFourBarAndAnInelasticOneTakesItAll) {
  const PlanarLink rod{1, 0.5, 0, 0.1};
  Description linkage = FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(ConnectionKind::revolute);
  linkage.bodies[0].joint.freedoms = {{.lower = 0.8, .upper = 2}};
  linkage.gravity = {};
  const Model model(linkage);
  State state{.q = {1.4, -1.2, 1.6}, .v = {-1, 0, 0}};
  make_consistent(model, state.q, state.v, std::vector<int>{0});
  Mechanism mechanism(model);
  const double energy = mechanism.kinetic_energy(state.q, state.v);
  for (const double e : {1.0, 0.5, 0.0}) {
    const Outcome outcome = run(linkage, state, plan_of(1, {.kind = LimitKind::hard, .restitution = e}));
    EXPECT_EQ(outcome.count("meets"), 1);
    EXPECT_NEAR(outcome.report.impact_loss, (1 - e * e) * energy, 1e-8) << e;
    EXPECT_NEAR(mechanism.kinetic_energy(outcome.phase.q, outcome.phase.v), e * e * energy, 1e-7) << e;
    EXPECT_LE(outcome.report.worst_position_error, 1e-13);
    EXPECT_TRUE(e > 0 || std::abs(outcome.phase.q[0] - 0.8) <= 1e-12);
  }
}

// A small block on a big one that lies at its stop: hitting it from above leaves it there, caught from below it is lifted.
TEST(Stops, StopsPushAndDoNotPull) {
  const Description weightless{.name = "two",
                               .bodies = {block("big", "", 3, {0, 0, 1}, {.lower = 0, .upper = 9}),
                                          block("small", "big", 1, {0, 0, 1}, {.lower = -1, .upper = 1})},
                               .gravity = {}};
  const LimitPlan elastic{.kind = LimitKind::hard, .restitution = 1};
  const Outcome down = run(weightless, {.q = {0, 0}, .v = {0, -2}}, plan_of(0.75, elastic));
  EXPECT_NEAR(down.phase.q[0], 0, 1e-14);
  EXPECT_NEAR(down.phase.v[1], 2, 1e-12);
  const Outcome up = run(weightless, {.q = {0, 0}, .v = {0, 2}}, plan_of(0.75, elastic));
  EXPECT_NEAR(up.phase.v[0], 2 * 2.0 / 4, 1e-12);  // momentum kept, relative velocity turned round
  EXPECT_NEAR(up.phase.v[1], -2, 1e-12);
  EXPECT_NEAR(up.report.impact_loss, 0, 1e-12);
}

TEST(Stops, JointsThatMeetTheirStopsTogetherAreStruckTogether) {
  const Freedom range{.lower = 0, .upper = 5};
  const Description pair = blocks({block("a", "", 1, {0, 0, 1}, range), block("b", "", 2, {0, 0, 1}, range)});
  const Outcome outcome =
      run(pair, {.q = {1, 1}, .v = {0, 0}}, plan_of(0.6, {.kind = LimitKind::hard, .restitution = 0.5}));
  const double first = std::sqrt(2 / g), later = 0.6 - first, speed = 0.5 * g * first;
  for (const std::size_t i : {0, 1})
    EXPECT_NEAR(outcome.phase.q[i], speed * later - g * later * later / 2, 1e-9);
}

TEST(Stops, AJointMayLieAtItsStopFromTheStartAndLeaveIt) {
  const Description lying = blocks({block("block", "", 2, {0, 0, 1}, {.lower = 0.5, .upper = 5})});
  SimulationPlan plan = plan_of(1.5);
  plan.forces = {PushPlan{.at = {.body = "block"}, .force = {0, 0, 2 * g + 4}, .from = 1}};
  const Outcome outcome = run(lying, {.q = {0.5}, .v = {0}}, plan);
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

// A second run goes on where the first one ended, with what was held then.
TEST(Stops, ARunCanGoOn) {
  const Freedom rubbing{.dry_friction = 3, .lower = 0, .upper = 5};
  const SimulatedScene scene{
      .whole = Model(blocks({block("a", "", 2, {0, 0, 1}, rubbing), block("b", "", 2, {1, 0, 0}, rubbing)})),
      .state = {.q = {0.5, 1}, .v = {0, 1}}};
  SimulationPlan plan = plan_of(1);
  Simulation simulation = make_simulation(scene, plan);
  simulation.run();
  const std::vector<double> q = simulation.phase().q;
  EXPECT_NEAR(q[0], 0, 1e-12);
  EXPECT_NEAR(q[1], 1 + 1.0 / 3, 1e-9);
  simulation.phase().t = 0;
  simulation.phase().v[1] = 1;
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_NEAR(simulation.phase().q[0], q[0], 1e-12);
  EXPECT_NEAR(simulation.phase().q[1], q[1] + 1.0 / 3, 1e-9);
  EXPECT_LE(report.worst_energy_error, 1e-8);
}

// ---- Dry friction --------------------------------------------------------------------------------

TEST(DryFriction, ASlidingBlockStopsAndStays) {
  const double mass = 2, f = 3, speed = 1.7;
  const Description sliding = blocks({block("block", "", mass, {1, 0, 0}, {.dry_friction = f})});
  for (const double sign : {1.0, -1.0}) {
    const Outcome outcome = run(sliding, {.q = {0.1}, .v = {sign * speed}}, plan_of(5));
    EXPECT_NEAR(outcome.phase.q[0], 0.1 + sign * mass * speed * speed / (2 * f), 1e-12);
    EXPECT_EQ(outcome.phase.v[0], 0);
    ASSERT_EQ(outcome.report.events.size(), 1u);
    EXPECT_NEAR(outcome.report.events[0].t, mass * speed / f, 1e-7);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-10);
  }
}

TEST(DryFriction, HoldsOnASlopeUpToItsLimitAndSlidesBeyond) {
  const double weight = 2 * g * 0.6;  // along a slope of 3 : 4 : 5
  for (const double f : {weight + 0.5, weight - 0.5}) {
    const Description slope = blocks({block("block", "", 2, {0.8, 0, -0.6}, {.dry_friction = f})});
    const Outcome outcome = run(slope, {.q = {0}, .v = {0}}, plan_of(1));
    EXPECT_NEAR(outcome.phase.q[0], std::max(0.0, weight - f) / 2 / 2, 1e-10);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-9);
  }
}

// Drawn by a spring whose far end moves on evenly. It slips at f = k V t, then swings about the moving end,
// v = V (1 - cos w t), and comes to rest just where it would slip again.
TEST(DryFriction, ABlockOnASpringThatIsDrawnSlipsAndComesToRest) {
  const double f = 2, k = 50, V = 0.1, mass = 0.5, w = std::sqrt(k / mass);
  Description drawn = blocks(
      {block("block", "", mass, {1, 0, 0}, {.dry_friction = f}), block("hand", "", 1e9, {1, 0, 0}, {})});
  SimulationPlan plan = plan_of(f / (k * V) + M_PI / w);
  plan.forces = {
      PointSpringPlan{.first = {.body = "block"}, .second = {.body = "hand"}, .stiffness = k, .length = 0.5}};
  const Outcome fastest = run(drawn, {.q = {0, 0.5}, .v = {0, V}}, plan);
  ASSERT_EQ(fastest.count("slips"), 1);
  EXPECT_NEAR(fastest.report.events[0].t, f / (k * V), 1e-7);
  EXPECT_NEAR(fastest.phase.v[0], 2 * V, 1e-6);
  EXPECT_NEAR(fastest.phase.q[0], V * M_PI / w, 1e-6);
  // Ten more rounds.
  plan.options.duration += 20 * M_PI / w;
  const Outcome later = run(drawn, {.q = {0, 0.5}, .v = {0, V}}, plan);
  EXPECT_NEAR(later.phase.v[0], 2 * V, 1e-4);
  EXPECT_NEAR(later.phase.q[0], V * 21 * M_PI / w, 1e-5);
  EXPECT_LE(later.report.events.size(), 60u);
}

// Through zero without stopping: what drives it is stronger than friction.
TEST(DryFriction, TurnsRoundWithTheMotion) {
  const double mass = 2, f = 3, push = 10, speed = 4;
  const Description sliding = blocks({block("block", "", mass, {1, 0, 0}, {.dry_friction = f})});
  SimulationPlan plan = plan_of(2);
  plan.forces = {PushPlan{.at = {.body = "block"}, .force = {-push, 0, 0}}};
  const Outcome outcome = run(sliding, {.q = {0}, .v = {speed}}, plan);
  const double turn = speed * mass / (push + f), way = speed * turn / 2, back = 2 - turn;
  EXPECT_NEAR(outcome.phase.q[0], way - (push - f) / mass * back * back / 2, 1e-8);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-7);
}

TEST(DryFriction, HelpsAJointToStayAtItsStop) {
  const double mass = 2, f = 5;
  const Description lying =
      blocks({block("block", "", mass, {0, 0, 1}, {.dry_friction = f, .lower = 0, .upper = 5})});
  SimulationPlan plan = plan_of(2);
  plan.forces = {PushPlan{.at = {.body = "block"}, .force = {0, 0, mass * g + 0.9 * f}, .until = 1},
                 PushPlan{.at = {.body = "block"}, .force = {0, 0, mass * g + 1.4 * f}, .from = 1}};
  const Outcome outcome = run(lying, {.q = {0}, .v = {0}}, plan);
  EXPECT_NEAR(outcome.phase.q[0], 0.4 * f / mass / 2, 1e-8);
  ASSERT_EQ(outcome.count("leaves"), 1);
  EXPECT_NEAR(outcome.report.events.back().t, 1, 1e-9);
}

// All three hinges of a linkage of one freedom rub: how they share what holds it is not determined, that it holds is.
TEST(DryFriction, ALinkageComesToRestAndStays) {
  const PlanarLink rod{1, 0.5, 0, 0.1};
  Description linkage = FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(ConnectionKind::revolute);
  for (Body& body : linkage.bodies) body.joint.freedoms = {{.dry_friction = 4}};
  const Model model(linkage);
  State state{.q = {1.4, -1.2, 1.6}, .v = {2, 0, 0}};
  make_consistent(model, state.q, state.v, std::vector<int>{0});
  const Outcome early = run(linkage, state, plan_of(3)), late = run(linkage, state, plan_of(6));
  for (const std::size_t i : {0, 1, 2}) {
    EXPECT_NEAR(late.phase.q[i], early.phase.q[i], 1e-12);
    EXPECT_NEAR(late.phase.v[i], 0, 1e-12);
  }
  EXPECT_LE(late.report.worst_energy_error, 1e-6);
  EXPECT_LE(late.report.worst_position_error, 1e-13);
}

TEST(DryFriction, GivesWayWhereALoopCloses) {
  const Freedom rubbing{.dry_friction = 2};
  Description two = blocks({block("a", "", 1, {1, 0, 0}, rubbing), block("b", "", 3, {1, 0, 0}, {})});
  two.loops = {{.name = "hook", .connection = {}, .first = {.body = "a"}, .second = {.body = "b"}}};
  SimulationPlan plan = plan_of(2);
  plan.open = {"hook"};
  plan.events = {{.name = "catch", .when = AtTime{1}, .close = {"hook"}}};
  const Outcome outcome = run(two, {.q = {0, -1}, .v = {0, 1}}, plan);
  const double together = 3.0 / 4;  // momentum is kept; then friction stops both
  EXPECT_NEAR(outcome.report.impact_loss, 0.5 * 3 - 0.5 * 4 * together * together, 1e-9);
  EXPECT_NEAR(outcome.phase.v[0], together - 2.0 / 4 * 1, 1e-8);
  EXPECT_NEAR(outcome.phase.v[1], outcome.phase.v[0], 1e-12);
}

// ---- Contacts ------------------------------------------------------------------------------------

// A block on a plate on a spring, pressed down and let go, flies off where the spring has its natural length.
TEST(Contacts, ABlockLeavesThePlateWhereItWouldHaveToBePulled) {
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
  const Outcome outcome = run(pair, {.q = {start, start}, .v = {0, 0}}, plan, grasps);
  ASSERT_EQ(outcome.count("contact 'touch' breaks"), 1);
  EXPECT_NEAR(outcome.report.events[0].t, leaves, 1e-7);
  EXPECT_NEAR(outcome.phase.q[0], speed * later - g * later * later / 2, 1e-7);
  EXPECT_LE(outcome.report.worst_energy_error, 1e-7);
  plan.release_pulling = false;
  EXPECT_EQ(run(pair, {.q = {start, start}, .v = {0, 0}}, plan, grasps).report.events.size(), 0u);
}

// ---- All at once ---------------------------------------------------------------------------------

namespace {

// Chains of one to six rods in space and linkages of one freedom, with stops, friction and damping here and there.
struct Clatter {
  explicit Clatter(int index) : random(std::uint64_t(index) + 1) {
    index % 3 == 0 ? make_linkage(index) : make_chain(1 + index % 6);
    plan = plan_of(2, {.kind = LimitKind::hard, .restitution = std::max(0.0, random(-0.3, 0.9))});
    plan.options.record_interval = 0.05;
    plan.options.max_events = 1000;
    if (index % 2 == 1) plan.forces = {DisturbancePlan{.size = random(0, 6), .period = 0.05}};
    if (index % 4 == 1) plan.integrator = {.kind = IntegratorKind::rk4, .step = 1e-3};
  }
  double friction() { return std::max(0.0, random(-1, 2)); }
  void make_linkage(int index) {
    const PlanarLink rod{1, 0.5, 0, 0.1};
    robot = FourBar{1, 1.2, 1, 1.1, rod, rod, rod, {}}.description(ConnectionKind::revolute);
    for (Body& body : robot.bodies)
      body.joint.freedoms = {{.damping = random(0, 0.2), .dry_friction = friction()}};
    Freedom& crank = robot.bodies[0].joint.freedoms[0];
    if (index % 2 == 1) crank.lower = 0.9, crank.upper = 1.9;
    state = {.q = {1.4, -1.2, 1.6}, .v = {random(-3, 3), 0, 0}};
    make_consistent(Model(robot), state.q, state.v, std::vector<int>{0});
  }
  void make_chain(int count) {
    robot.name = "chain";
    for (int i = 0; i < count; ++i) {
      const Vector3<double> axis = i % 2 == 0 ? Vector3<double>{0, -1, 0} : Vector3<double>{1, 0, 0};
      Body body = hinged("rod" + std::to_string(i), i == 0 ? "" : "rod" + std::to_string(i - 1),
                         {0, 0, i == 0 ? 0 : -0.4},
                         {random(0.5, 2), {0, 0, -0.2}, {0.02, 0, 0, 0.02, 0, 0.02}}, axis);
      body.joint.freedoms = {{.damping = random(0, 0.05),
                              .dry_friction = friction() / 2,
                              .lower = random(-1.5, -0.2),
                              .upper = random(0.2, 1.5)}};
      robot.bodies.push_back(body);
      state.q.push_back(random(-0.2, 0.2));
      state.v.push_back(i % 3 == 2 ? 0 : random(-4, 4));
    }
  }

  Uniform random;
  Description robot;
  State state;
  SimulationPlan plan;
};

}  // namespace

TEST(Stops, WhateverClattersSettlesWithinItsLimitsAndBalancesItsEnergy) {
  for (int i = 0; i < 36; ++i) {
    const Clatter clatter(i);
    const Outcome outcome = run(clatter.robot, clatter.state, clatter.plan);
    EXPECT_LE(outcome.report.worst_energy_error, 1e-6 * (1 + outcome.report.energy_scale)) << i;
    EXPECT_LE(outcome.report.worst_position_error, 1e-12) << i;
    EXPECT_GE(outcome.report.impact_loss, -1e-12) << i;
    const Model model(clatter.robot);
    for (std::size_t k = 0; k < outcome.phase.q.size(); ++k) {
      EXPECT_GE(outcome.phase.q[k], model.freedoms()[k].lower - 1e-9) << i;
      EXPECT_LE(outcome.phase.q[k], model.freedoms()[k].upper + 1e-9) << i;
    }
  }
}

// ---- Which joints --------------------------------------------------------------------------------

TEST(Stops, AreForJointsOfOneFreedomThatFollowNoOther) {
  const Freedom both{.dry_friction = 1, .lower = -1, .upper = 1};
  Description mixed =
      blocks({block("leader", "", 1, {1, 0, 0}, both), block("follower", "", 1, {1, 0, 0}, both),
              block("free", "", 1, {1, 0, 0}, {}), block("ball", "free", 1, {1, 0, 0}, {})});
  mixed.bodies[1].joint.mimic = Mimic{.joint = "leader"};
  mixed.bodies[3].joint = {.name = "ball", .kind = JointKind::spherical, .freedoms = {{.dry_friction = 1}}};
  const Model model(mixed);
  SimulationPlan plan = plan_of(0.01);
  EXPECT_EQ(joints_that_can_be_held(model, plan), (std::vector<std::string>{"leader"}));
  plan.limits.kind = LimitKind::none;
  plan.dry_friction = false;
  EXPECT_TRUE(joints_that_can_be_held(model, plan).empty());
  plan.dry_friction = true;
  const Outcome outcome = run(mixed, {}, plan);
  ASSERT_GE(outcome.report.warnings.size(), 2u);
  EXPECT_EQ(outcome.report.warnings[0], "left out: dry friction of joint 'follower', which follows another");
}

}  // namespace sinew::test
