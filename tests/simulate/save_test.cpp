// Continues saved simulations several times, and compares every later state bit for bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "sinew/io/scene.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/simulate/forces/forces.hpp"
#include "tests/simulate/random_stops_and_friction.hpp"
#include "tests/support/files.hpp"

namespace sinew::test::save_test {

constexpr IntegratorKind every_kind[] = {
    IntegratorKind::semi_implicit_euler, IntegratorKind::rk4,      IntegratorKind::rkmk4,
    IntegratorKind::variational,         IntegratorKind::adaptive, IntegratorKind::stiff};

// ---- Futures -------------------------------------------------------------------------------------

// The states after each of several equal pieces of time, and the report after the last.
struct Future {
  std::vector<SimulationState> states{};
  SimulationReport report{};
};

Future future_of(Simulation& simulation, double dt, int pieces) {
  Future future;
  for (int i = 0; i < pieces; ++i) {
    EXPECT_TRUE(simulation.advance_by(dt));
    future.states.push_back(simulation.state());
  }
  future.report = simulation.report();
  return future;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
  });
}
bool same_bits(const SimulationState& a, const SimulationState& b) {
  return same_bits({a.t, a.work}, {b.t, b.work}) && same_bits(a.q, b.q) && same_bits(a.v, b.v);
}

void expect_same(const char* which, const Future& future, const Future& expected) {
  SCOPED_TRACE(which);
  ASSERT_EQ(future.states.size(), expected.states.size());
  for (std::size_t i = 0; i < future.states.size(); ++i)
    ASSERT_TRUE(same_bits(future.states[i], expected.states[i])) << "in piece " << i + 1;
  const SimulationReport &a = future.report, &b = expected.report;
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.evaluations, b.evaluations);
  EXPECT_EQ(a.records, b.records);
  EXPECT_TRUE(same_bits({a.worst_energy_error, a.energy_scale, a.worst_position_error, a.impact_loss},
                        {b.worst_energy_error, b.energy_scale, b.worst_position_error, b.impact_loss}));
  EXPECT_EQ(a.warnings, b.warnings);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].t, b.events[i].t);
    EXPECT_EQ(a.events[i].name + ": " + a.events[i].note, b.events[i].name + ": " + b.events[i].note);
  }
}

// Saves a simulation after `before` pieces, and goes on from there: at once, restored, in another simulation that has
// not moved yet, and in another one that has already been further. `as_never_saved`: true also compares a simulation
// that is never saved.
template <class Make>
void expect_one_future(const Make& make, double dt, int before, int after, bool as_never_saved = true) {
  SCOPED_TRACE("saved after piece " + std::to_string(before));
  Simulation first = make(), fresh = make(), ahead = make(), never = make();
  for (int i = 0; i < before; ++i) ASSERT_TRUE(first.advance_by(dt));
  const SavedSimulation saved = first.save();
  const Future expected = future_of(first, dt, after);
  first.restore(saved);
  EXPECT_TRUE(same_bits(first.state(), saved.state()));
  expect_same("restored", future_of(first, dt, after), expected);
  fresh.restore(saved);
  expect_same("in another simulation", future_of(fresh, dt, after), expected);
  future_of(ahead, dt, before + after);
  ahead.restore(saved);
  expect_same("in a simulation that was ahead", future_of(ahead, dt, after), expected);
  if (!as_never_saved) return;
  for (int i = 0; i < before; ++i) ASSERT_TRUE(never.advance_by(dt));
  expect_same("never saved", future_of(never, dt, after), expected);
}

// ---- Controllers, forces and events with memory --------------------------------------------------

class IntegralControl : public Controller {
 public:
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override {
    integral_ += q[0];
    tau[0] = std::sin(5 * t) - 0.1 * v[0] - 0.05 * integral_, tau[1] = -0.3 * q[1];
  }
  void save(StateWriter& out) const override { out.write(integral_); }
  void restore(StateReader& in) override { integral_ = in.read(); }

 private:
  double integral_ = 0;
};

// Reverses the velocity of the first joint, more weakly every time.
class Bounces : public Event {
 public:
  std::string name() const override { return "bounces"; }
  double value(const SimulationState& state, Dynamics&) override { return state.q[0] - 0.7; }
  void happen(EventContext& context) override { context.state.v[0] *= -std::pow(0.8, ++count_); }
  void save(StateWriter& out) const override { out.write(count_); }
  void restore(StateReader& in) override { count_ = int(in.read()); }

 private:
  int count_ = 0;
};

// Sampled at 0.2 s and not at 0.35 s; pushed from 0.13 s until 0.37 s.
Simulation driven_chain(IntegratorKind kind) {
  const Model model(planar_chain(2));
  Simulation simulation(model, {}, {.duration = 1, .record_interval = 0.05});
  simulation.set_integrator({.kind = kind, .step = 2e-3});
  simulation.state().q = {0.8, 0.4};
  simulation.add(std::make_unique<IntegralControl>(), 0.02);
  simulation.add(std::make_unique<Push>(
      model, PushPlan{.at = {.body = "link2"}, .force = {2, 0, 1}, .from = 0.13, .until = 0.37}));
  simulation.add(
      std::make_unique<Disturbance>(model, DisturbancePlan{.size = 0.5, .period = 0.03, .seed = 5}));
  simulation.add(std::make_unique<Bounces>());
  for (const double time : {0.1, 0.333})
    simulation.add(TimedEvent{
        .time = time, .name = "kick", .action = [](EventContext& context) { context.state.v[1] += 0.25; }});
  return simulation;
}

TEST(Save, ContinuesWithTheSameBitsWithEveryIntegrator) {
  for (const IntegratorKind kind : every_kind) {
    SCOPED_TRACE(name_of(kind));
    const auto make = [&] { return driven_chain(kind); };
    expect_one_future(make, 0.05, 0, 6);
    expect_one_future(make, 0.05, 4, 10);
    expect_one_future(make, 0.05, 7, 9, kind != IntegratorKind::stiff);
  }
  Simulation simulation = driven_chain(IntegratorKind::rk4);
  EXPECT_GE(future_of(simulation, 0.05, 16).report.events.size(), 4u);
}

TEST(Save, ContinuesStepByStep) {
  for (const IntegratorKind kind : every_kind) {
    SCOPED_TRACE(name_of(kind));
    Simulation first = driven_chain(kind), other = driven_chain(kind);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(first.step());
    const SavedSimulation saved = first.save();
    other.restore(saved);
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(first.step() && other.step());
      ASSERT_TRUE(same_bits(other.state(), first.state())) << i;
    }
  }
}

// CVODE starts again at order 1 where it is saved; both futures are within its tolerance.
TEST(Save, RestartsTheStiffIntegratorWithinItsTolerance) {
  const auto make = [] {
    Simulation simulation(Model(planar_chain(2)));
    simulation.set_integrator({.kind = IntegratorKind::stiff});
    simulation.state().q = {0.9, 0.4};
    return simulation;
  };
  expect_one_future(make, 0.05, 5, 5, false);
  Simulation saved = make(), never = make();
  for (int i = 0; i < 10; ++i) {
    if (i == 5) saved.save();
    ASSERT_TRUE(saved.advance_by(0.05) && never.advance_by(0.05));
  }
  for (const std::size_t i : {0, 1}) EXPECT_NEAR(saved.state().q[i], never.state().q[i], 1e-5);
}

TEST(Save, KeepsTorquesThatWereSetBetweenSteps) {
  for (const IntegratorKind kind : every_kind) {
    SCOPED_TRACE(name_of(kind));
    const auto make = [&] {
      Simulation simulation = driven_chain(kind);
      simulation.set_torques(std::vector<double>{0.3, -0.2});
      simulation.advance_to(0.2);
      return simulation;
    };
    Simulation simulation = make(), never = make();
    const SavedSimulation saved = simulation.save();
    simulation.set_torques(std::vector<double>{-3, 2});
    const Future otherwise = future_of(simulation, 0.05, 4);
    simulation.restore(saved);
    const Future again = future_of(simulation, 0.05, 4);
    expect_same("restored", again, future_of(never, 0.05, 4));
    EXPECT_GT(std::abs(otherwise.states.back().q[0] - again.states.back().q[0]), 1e-3);
  }
}

// ---- Stops, friction, loops, arms ----------------------------------------------------------------

Simulation made(const Description& robot, const State& state, const SimulationPlan& plan) {
  return make_simulation({.whole = Model(robot), .state = state}, plan);
}

// A block falls and bounces until it rests, another one slides until it sticks; a push makes it slip. The disturbance
// restarts every integrator at multiples of 0.05 s.
TEST(Save, ContinuesImpactsAndDryFrictionWithEveryIntegrator) {
  const DegreeOfFreedom rubbing{.dry_friction = 3, .lower = 0, .upper = 5};
  const Description two =
      blocks({block("a", "", 2, {0, 0, 1}, rubbing), block("b", "", 2, {1, 0, 0}, rubbing)});
  SimulationPlan plan = plan_of(2, {.kind = LimitKind::hard, .restitution = 0.5});
  plan.options.record_interval = 0.05;
  plan.forces = {PushPlan{.at = {.body = "b"}, .force = {5, 0, 0}, .from = 1.06},
                 DisturbancePlan{.size = 0.2, .period = 0.05}};
  for (const IntegratorKind kind : every_kind) {
    SCOPED_TRACE(name_of(kind));
    plan.integrator = {.kind = kind, .step = 1e-3};
    const auto make = [&] { return made(two, {.q = {0.5, 1}, .v = {0, 1}}, plan); };
    expect_one_future(make, 0.05, 6, 4);   // falls
    expect_one_future(make, 0.05, 9, 9);   // bounces
    expect_one_future(make, 0.05, 20, 4);  // both are locked, and one slips
  }
}

TEST(Save, ContinuesRandomStopsAndFriction) {
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    const RandomStopsAndFriction sample(i);
    const auto make = [&] { return made(sample.robot, sample.state, sample.plan); };
    for (const int before : {3, 9}) expect_one_future(make, 0.05, before, 6);
  }
}

TEST(Save, ContinuesSoftLimits) {
  Description robot = double_pendulum(1, 2, 0.5, 0.4);
  for (Body& body : robot.bodies) body.joint.dofs = {{.damping = 0.01, .lower = -0.4, .upper = 0.4}};
  SimulationPlan plan = plan_of(2, {.kind = LimitKind::soft, .stiffness = 500, .damping = 2});
  const auto make = [&] { return made(robot, {.q = {0.3, 0}, .v = {2, -3}}, plan); };
  for (const int before : {2, 5, 9}) expect_one_future(make, 0.03, before, 8);
}

// Two blocks are hooked together at 0.3 s and released at 0.5 s, under a controller that knows the hook.
TEST(Save, ContinuesLoopsThatOpenAndCloseWithEveryIntegrator) {
  Description two =
      blocks({block("a", "", 1, {1, 0, 0}, {.dry_friction = 2}), block("b", "", 3, {1, 0, 0}, {})});
  two.loops = {{.name = "hook", .connection = {}, .first = {.body = "a"}, .second = {.body = "b"}}};
  SimulationPlan plan = plan_of(1);
  plan.options.record_interval = 0.05;
  plan.open = {"hook"};
  plan.events = {{.name = "catch", .when = AtTime{0.3}, .close = {"hook"}},
                 {.name = "drop", .when = AtTime{0.5}, .release = {"hook"}}};
  plan.controllers = {
      {.period = 0.05, .law = JointPdPlan{.joints = {"a"}, .stiffness = {5}, .damping = {1}}},
      {.period = 0.05, .law = ComputedTorquePlan{.joints = {"a"}, .stiffness = {1}, .damping = {2}}}};
  for (const IntegratorKind kind : every_kind) {
    SCOPED_TRACE(name_of(kind));
    plan.integrator = {.kind = kind, .step = 1e-3};
    const auto make = [&] { return made(two, {.q = {0, -0.3}, .v = {0, 1}}, plan); };
    for (const int before : {4, 8, 12}) expect_one_future(make, 0.05, before, 6);
  }
}

TEST(Save, ContinuesJointsThatAnEventLocks) {
  const auto make = [] {
    Simulation simulation(Model(planar_chain(2)), {.lockable_joints = {"joint2"}});
    simulation.state().q = {0.9, 0.4};
    simulation.add(TimedEvent{.time = 0.12, .name = "lock", .action = [](EventContext& context) {
                                Mechanism& mechanism = context.dynamics.mechanism();
                                mechanism.lock(0, context.state.q[1]);
                                context.energy_lost += mechanism.impact(context.state.q, context.state.v);
                              }});
    simulation.add(TimedEvent{.time = 0.32, .name = "unlock", .action = [](EventContext& context) {
                                context.dynamics.mechanism().unlock(0);
                              }});
    return simulation;
  };
  for (const int before : {1, 4, 8}) expect_one_future(make, 0.05, before, 5);
}

TEST(Save, ContinuesScenesWithLoopsGraspsAndContacts) {
  for (const char* name : {"four_bar.yaml", "slider_crank.yaml", "humanoid_standing.yaml"}) {
    SCOPED_TRACE(name);
    const Scene scene = load_scene(model_path(name));
    const auto make = [&] { return make_simulation(simulated(scene), scene.simulation); };
    expect_one_future(make, 0.01, 4, 6);
  }
}

// The third arm releases at 0.1 s, and holds the plate again when an earlier state is restored.
TEST(Save, ContinuesSeveralArmsOfWhichOneReleases) {
  Scene scene = load_scene(model_path("three_arm_release.yaml"));
  scene.simulation.events.at(0).when = AtTime{0.1};
  const auto make = [&] { return make_simulation(simulated(scene), scene.simulation); };
  for (const int before : {3, 7}) expect_one_future(make, 0.02, before, 5);
}

}  // namespace sinew::test::save_test
