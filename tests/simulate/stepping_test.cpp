// Steps in the caller's own loop against whole runs, bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "sinew/io/scene.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/simulation.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::stepping_test {

Simulation of_scene(const std::string& name, double duration) {
  Scene scene = load_scene(model_path(name));
  scene.simulation.options.duration = duration;
  return make_simulation(simulated(scene), scene.simulation);
}

constexpr IntegratorKind all_kinds[] = {
    IntegratorKind::semi_implicit_euler, IntegratorKind::rk4,      IntegratorKind::rkmk4,
    IntegratorKind::variational,         IntegratorKind::adaptive, IntegratorKind::stiff};

// A chain that falls onto the stop of its first joint, with a sampled controller and a timed event.
Simulation chain_with_events(IntegratorKind kind) {
  Simulation simulation(Model(planar_chain(2)), {}, {.duration = 0.6, .record_interval = 0.05});
  simulation.set_integrator({.kind = kind, .step = 2e-3});
  simulation.state().q = {0.9, 0.4};
  class Kick : public Controller {
   public:
    void torques(double t, In<double> q, In<double> v, Out<double> tau) override {
      tau[0] = std::sin(5 * t) - 0.1 * v[0], tau[1] = -0.3 * q[1];
    }
  };
  simulation.add(std::make_unique<Kick>(), 0.02);
  simulation.add(std::make_unique<FunctionEvent>(
      "passes", [](const SimulationState& state) { return state.q[0] - 0.5; },
      [](EventContext& context) { context.state.v[0] *= -0.8; }));
  simulation.add(TimedEvent{
      .time = 0.333, .name = "kick", .action = [](EventContext& context) { context.state.v[1] += 0.25; }});
  return simulation;
}

void expect_same_events(const std::vector<EventRecord>& a, const std::vector<EventRecord>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].t, b[i].t);
    EXPECT_EQ(a[i].name, b[i].name);
  }
}

// One simulation in a run, one in pieces, one step by step.
void expect_same_bits(const auto& make) {
  Simulation whole = make(), pieces = make(), steps = make();
  const SimulationReport report = whole.run();
  ASSERT_EQ(report.end, RunEnd::finished) << report.why;
  const RecordTimes times(pieces.options());
  for (std::size_t i = 1; i < times.size(); ++i) ASSERT_TRUE(pieces.advance_to(times[i]));
  EXPECT_EQ(pieces.state(), whole.state());
  expect_same_events(pieces.report().events, report.events);
  while (steps.time() < report.t) ASSERT_TRUE(steps.step());
  EXPECT_EQ(steps.state(), whole.state());
  expect_same_events(steps.report().events, report.events);
  EXPECT_EQ(steps.report().steps, report.steps);
}

TEST(Stepping, EqualsARunBitForBitWithEveryIntegrator) {
  for (const IntegratorKind kind : all_kinds) {
    SCOPED_TRACE(name_of(kind));
    expect_same_bits([&] { return chain_with_events(kind); });
  }
  EXPECT_GE(chain_with_events(IntegratorKind::rk4).run().events.size(), 2u);
}

TEST(Stepping, EqualsARunBitForBitWithLoopsGraspsAndContacts) {
  for (const auto& [name, duration] : {std::pair{"four_bar.yaml", 0.5},
                                       {"slider_crank.yaml", 0.5},
                                       {"humanoid_standing.yaml", 0.2},
                                       {"three_arm_release.yaml", 5.1}}) {
    SCOPED_TRACE(name);
    expect_same_bits([&, n = name, d = duration] { return of_scene(n, d); });
  }
}

// The torques of a controller that is sampled every 10 ms, set from outside.
TEST(Stepping, KeepsTorquesSetBetweenStepsLikeASampledController) {
  const auto law = [](double t, double q) { return 2 * std::cos(3 * t) - q; };
  struct Law : Controller {
    explicit Law(double (*f_)(double, double)) : f(f_) {}
    void torques(double t, In<double> q, In<double>, Out<double> tau) override { tau[0] = f(t, q[0]); }
    double (*f)(double, double);
  };
  for (const IntegratorKind kind : all_kinds) {
    SCOPED_TRACE(name_of(kind));
    const auto make = [&] {
      Simulation simulation(Model(planar_chain(1)), {}, {.duration = 0.5, .record_interval = 0.01});
      simulation.set_integrator({.kind = kind, .step = 3e-3});
      return simulation;
    };
    Simulation sampled = make(), stepped = make();
    sampled.add(std::make_unique<Law>(law), 0.01);
    sampled.run();
    for (int i = 0; i < 50; ++i) {
      stepped.set_torques(std::vector<double>{law(stepped.time(), stepped.state().q[0])});
      ASSERT_TRUE(stepped.advance_by(0.01));
    }
    EXPECT_EQ(stepped.state(), sampled.state());
  }
}

TEST(Stepping, AsksSampledControllersAgainAfterAReset) {
  struct Law : Controller {
    void torques(double, In<double> q, In<double>, Out<double> tau) override { tau[0] = -40 * q[0]; }
  };
  const auto make = [] {
    Simulation simulation(Model(planar_chain(1)), {}, {.duration = 1, .record_interval = 0.1});
    simulation.add(std::make_unique<Law>(), 0.3);
    return simulation;
  };
  Simulation used = make(), fresh = make();
  used.advance_to(0.7);
  const SimulationState start{.t = 0, .q = {0.4}, .v = {0}};
  used.reset(start);
  fresh.reset(start);
  used.advance_to(0.5);
  fresh.advance_to(0.5);
  EXPECT_EQ(used.state(), fresh.state());
}

// 3 times 0.1 is not 0.1 + 0.1 + 0.1, nor 0.3.
TEST(Stepping, ByEqualPiecesEndsAtMultiples) {
  Simulation by = chain_with_events(IntegratorKind::adaptive),
             to = chain_with_events(IntegratorKind::adaptive);
  for (int i = 1; i <= 40; ++i) {
    ASSERT_TRUE(by.advance_by(0.05));
    ASSERT_TRUE(to.advance_to(i * 0.05));
    ASSERT_EQ(by.state(), to.state()) << i;
  }
}

TEST(Stepping, EndsAtTheRequestedTimes) {
  Simulation simulation(Model(planar_chain(1)));
  simulation.set_integrator({.kind = IntegratorKind::rk4, .step = 7e-3});
  EXPECT_TRUE(simulation.advance_to(0.0101));
  EXPECT_EQ(simulation.time(), 0.0101);
  EXPECT_TRUE(simulation.advance_to(0.0101));  // nothing to do
  for (int i = 0; i < 3; ++i) simulation.advance_by(0.1);
  EXPECT_EQ(simulation.time(), 0.0101 + 3 * 0.1);
  simulation.advance_by(0.2);
  EXPECT_EQ(simulation.time(), 0.0101 + 3 * 0.1 + 0.2);
  EXPECT_TRUE(simulation.advance_to(30));  // the duration of 10 s applies to runs only
  EXPECT_EQ(simulation.time(), 30);
}

TEST(Stepping, StopsAtAnEventUntilItIsReset) {
  Simulation simulation(Model(planar_chain(1)));
  simulation.state().q = {0.5};
  simulation.add(std::make_unique<FunctionEvent>(
      "low", [](const SimulationState& state) { return state.q[0]; },
      [](EventContext& context) { context.stop = true; }));
  EXPECT_FALSE(simulation.advance_to(5));
  const double stopped = simulation.time();
  EXPECT_NEAR(simulation.state().q[0], 0, 1e-9);
  EXPECT_FALSE(simulation.advance_by(1));
  EXPECT_FALSE(simulation.step());
  EXPECT_EQ(simulation.time(), stopped);
  EXPECT_EQ(simulation.report().end, RunEnd::stopped_by_event);
  simulation.reset({.t = 1, .q = {0.5}, .v = {0}});
  EXPECT_FALSE(simulation.advance_to(6));
  EXPECT_NEAR(simulation.time() - 1, stopped, 1e-9);
}

// A state changed between steps restarts: it is projected onto the loops, and the memory of multistep methods is
// cleared.
TEST(Stepping, StartsAgainFromAStateThatWasChanged) {
  for (const IntegratorKind kind : all_kinds) {
    SCOPED_TRACE(name_of(kind));
    const auto make = [&] {
      Simulation simulation = of_scene("four_bar.yaml", 1);
      simulation.set_integrator({.kind = kind, .step = 1e-3});
      return simulation;
    };
    Simulation used = make(), fresh = make();
    used.advance_to(0.3);
    SimulationState other = fresh.state();
    other.t = 0.3, other.v[0] += 0.5;
    used.state() = other;
    fresh.reset(other);
    used.advance_to(0.4);
    fresh.advance_to(0.4);
    EXPECT_EQ(used.state(), fresh.state());
    EXPECT_LE(used.mechanism().velocity_error(used.state().q, used.state().v), 1e-8);
  }
}

TEST(Stepping, MovesWithTheSimulation) {
  Simulation first = chain_with_events(IntegratorKind::adaptive),
             other = chain_with_events(IntegratorKind::adaptive);
  first.advance_to(0.25);
  Simulation moved = std::move(first);
  moved.advance_to(0.5);
  other.advance_to(0.25);
  other.advance_to(0.5);
  EXPECT_EQ(moved.state(), other.state());
  EXPECT_EQ(complaint<std::logic_error>([&] { first.advance_by(1); }),
            "the simulation was moved from and can no longer be used");
  EXPECT_THROW(first.run(), std::logic_error);
  EXPECT_THROW(first.state(), std::logic_error);
  EXPECT_THROW(first.dynamics(), std::logic_error);
  EXPECT_THROW(first.set_integrator(IntegratorOptions{}), std::logic_error);
}

TEST(Stepping, RefusesInvalidTimesAndStates) {
  Simulation simulation(Model(planar_chain(1)));
  simulation.advance_to(1);
  const SimulationState before = simulation.state();
  EXPECT_EQ(complaint<std::invalid_argument>([&] { simulation.advance_to(0.5); }),
            "cannot advance from t = 1 s to t = 0.5 s; expected a finite time that is not before");
  EXPECT_THROW(simulation.advance_by(-1), std::invalid_argument);
  EXPECT_THROW(simulation.advance_to(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
  EXPECT_THROW(simulation.advance_to(std::numeric_limits<double>::infinity()), std::invalid_argument);
  EXPECT_THROW(simulation.set_torques(std::vector<double>(2)), std::invalid_argument);
  EXPECT_THROW(simulation.reset({.q = {0, 0}, .v = {0}}), std::invalid_argument);
  EXPECT_THROW(simulation.reset({.q = {std::nan("")}, .v = {0}}), std::invalid_argument);
  EXPECT_THROW(simulation.reset({.t = std::nan(""), .q = {0}, .v = {0}}), std::invalid_argument);
  EXPECT_EQ(simulation.state(), before);
  simulation.state().v = {1, 2};
  EXPECT_THROW(simulation.step(), std::invalid_argument);
}

TEST(Stepping, ThrowsIfAStepFailsAndKeepsTheStateBeforeIt) {
  Simulation simulation(Model(planar_chain(1)));
  simulation.set_integrator({.kind = IntegratorKind::rk4, .step = 0.01});
  struct Breaks : Controller {
    void torques(double t, In<double>, In<double>, Out<double> tau) override {
      if (t > 0.1) throw std::runtime_error("the controller is off");
      tau[0] = 0;
    }
  };
  simulation.add(std::make_unique<Breaks>());
  const std::string why = complaint<std::runtime_error>([&] { simulation.advance_to(1); });
  EXPECT_NE(why.find("the controller is off"), std::string::npos) << why;
  EXPECT_LE(simulation.time(), 0.1 + 1e-12);
  EXPECT_GT(simulation.time(), 0.08);
}

}  // namespace sinew::test::stepping_test
