// Runs: records, events, ends. All bodies fall freely, so that exact steps can be checked by hand.
#include "sinew/simulate/simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "sinew/simulate/forces/forces.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::simulation_test {

// A mass on a vertical slide, and another one next to it.
Model falling_masses(int count = 1) {
  Description description{.name = "masses"};
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i + 1);
    Body body{.name = "mass" + number};
    body.joint = {.name = "slide" + number, .kind = JointKind::prismatic, .axis = {0, 0, 1}};
    body.inertial = {.mass = 2, .inertia = {1, 0, 0, 1, 0, 1}};
    description.bodies.push_back(body);
  }
  return Model(description);
}

// Exact for constant accelerations; one step covers the whole interval.
class ExactFall : public Integrator {
 public:
  void step(Dynamics& dynamics, SimulationState& phase, double t_end) override {
    if (t_end > breaks_at) throw std::runtime_error("broke down at t = 1");
    a_.resize(phase.v.size());
    double power = 0;
    dynamics.accelerations(phase.t, phase.q, phase.v, a_, power);
    const double h = t_end - phase.t;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      phase.work += dynamics.actuation()[i] * (phase.v[i] * h + a_[i] * h * h / 2);
      phase.q[i] += phase.v[i] * h + a_[i] * h * h / 2;
      phase.v[i] += a_[i] * h;
    }
    phase.t = t_end;
  }
  double breaks_at = infinity;

 private:
  std::vector<double> a_;
};

struct Seen : Recorder {
  void record(const sinew::Sample& sample) override {
    times.push_back(sample.t);
    heights.push_back(sample.q[0]);
    energy_errors.push_back(sample.energy_error);
    if (!sample.frames.empty()) frame_heights.push_back(sample.frames[0].translation.z);
  }
  void event(const EventRecord& event) override { events.push_back(event); }
  std::vector<double> times, heights, energy_errors, frame_heights;
  std::vector<EventRecord> events;
};

Simulation falling(const SimulationOptions& options, int count = 1) {
  Simulation simulation(falling_masses(count), {}, options);
  simulation.set_integrator(std::make_unique<ExactFall>());
  return simulation;
}

SimulationReport run(Simulation& simulation, Seen& seen) {
  Recorder* const recorders[] = {&seen};
  return simulation.run(recorders);
}

constexpr double g = 9.81;

TEST(Simulation, RecordsAtRegularTimesFromStartToEnd) {
  Simulation simulation = falling({.duration = 0.35, .record_interval = 0.1, .frames = {"mass1"}});
  Seen seen;
  const SimulationReport report = run(simulation, seen);
  EXPECT_EQ(report.end, RunEnd::finished);
  ASSERT_EQ(seen.times.size(), 5u);
  const double expected[] = {0, 0.1, 0.2, 0.3, 0.35};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_DOUBLE_EQ(seen.times[i], expected[i]);
    EXPECT_NEAR(seen.heights[i], -g * expected[i] * expected[i] / 2, 1e-15);
    EXPECT_NEAR(seen.frame_heights[i], seen.heights[i], 1e-15);
    EXPECT_NEAR(seen.energy_errors[i], 0, 1e-13);
  }
  EXPECT_EQ(report.records, 5);
  EXPECT_EQ(report.steps, 4);
  EXPECT_DOUBLE_EQ(report.t, 0.35);
  EXPECT_TRUE(report.warnings.empty());
  EXPECT_NEAR(report.energy_scale, 2 * g * g * 0.35 * 0.35 / 2, 1e-12);
}

TEST(Simulation, RecordTimesThatDivideTheDurationHaveNoTinyIntervalAtTheEnd) {
  const RecordTimes thirds({.duration = 0.3, .record_interval = 0.1});
  ASSERT_EQ(thirds.size(), 4u);
  EXPECT_EQ(thirds[0], 0);
  EXPECT_EQ(thirds[2], 0.2);
  EXPECT_EQ(thirds[3], 0.3);
  EXPECT_EQ(RecordTimes({.duration = 10, .record_interval = 0.01}).size(), 1001u);
  EXPECT_EQ(RecordTimes({.duration = 0.35, .record_interval = 0.1}).size(), 5u);
}

TEST(Simulation, RecordsStartAndEndOfARunFarShorterThanTheInterval) {
  for (const double duration : {1.0, 1e-3, 1e-15}) {
    const RecordTimes times({.duration = duration, .record_interval = 5});
    ASSERT_EQ(times.size(), 2u);
    EXPECT_EQ(times[0], 0);
    EXPECT_EQ(times[1], duration);
  }
}

TEST(Simulation, NamesTheIntervalThatMakesTooManyRecords) {
  const std::string message =
      complaint<std::invalid_argument>([] { RecordTimes({.duration = 1, .record_interval = 1e-12}); });
  EXPECT_EQ(
      message,
      "a duration of 1 s with a record every 1e-12 s makes 1e+12 records; expected 1e8 at most: a longer "
      "interval of records (record: {interval: 1e-08} or more), or a shorter duration");
}

TEST(Simulation, AnEventOccursWhereItsValueFallsToZero) {
  Simulation simulation = falling({.duration = 2, .record_interval = 2});
  simulation.state().q[0] = 1;
  double at = 0;
  simulation.add(std::make_unique<FunctionEvent>(
      "ground", [](const SimulationState& phase) { return phase.q[0]; },
      [&](EventContext& context) {
        at = context.state.t;
        const double before = context.state.v[0];
        context.state.v[0] = -before;
        context.note = "bounce";
      }));
  Seen seen;
  const SimulationReport report = run(simulation, seen);
  const double first = std::sqrt(2 / g);
  ASSERT_EQ(report.events.size(), 2u);  // at sqrt(2/g), then every 2 sqrt(2/g)
  EXPECT_NEAR(report.events[0].t, first, 1e-13);
  EXPECT_NEAR(report.events[1].t, 3 * first, 1e-12);
  EXPECT_EQ(report.events[0].note, "bounce");
  EXPECT_EQ(seen.events.size(), 2u);
  EXPECT_DOUBLE_EQ(at, report.events[1].t);
  const double last = 2 - 4 * first;  // the next apex
  EXPECT_NEAR(seen.heights.back(), 1 - g * last * last / 2, 1e-11);
  EXPECT_NEAR(report.worst_energy_error, 0, 1e-11);
}

TEST(Simulation, OfSeveralEventsInOneStepTheEarliestIsHandledFirst) {
  Simulation simulation = falling({.duration = 1, .record_interval = 1}, 2);
  simulation.state().q = {1, 0.5};
  for (const std::size_t i : {0u, 1u}) {
    simulation.add(std::make_unique<FunctionEvent>(
        "mass" + std::to_string(i + 1), [i](const SimulationState& phase) { return phase.q[i]; },
        [i](EventContext& context) { context.state.v[i] = 20; }));
  }
  const SimulationReport report = simulation.run();
  ASSERT_EQ(report.events.size(), 2u);
  EXPECT_EQ(report.events[0].name, "mass2");
  EXPECT_NEAR(report.events[0].t, std::sqrt(1 / g), 1e-13);
  EXPECT_EQ(report.events[1].name, "mass1");
  EXPECT_NEAR(report.events[1].t, std::sqrt(2 / g), 1e-13);
}

TEST(Simulation, OneEventCanTriggerAnotherAtTheSameTime) {
  Simulation simulation = falling({.duration = 1, .record_interval = 1});
  simulation.state().q[0] = 0.5;
  simulation.add(std::make_unique<FunctionEvent>(
      "ground", [](const SimulationState& phase) { return phase.q[0]; },
      [](EventContext& context) { context.state.v[0] = 10; }));
  simulation.add(std::make_unique<FunctionEvent>(
      "upwards", [](const SimulationState& phase) { return -phase.v[0] - 1e-3; }, [](EventContext&) {}));
  simulation.state().v[0] = -1;
  const SimulationReport report = simulation.run();
  ASSERT_EQ(report.events.size(), 2u);
  EXPECT_EQ(report.events[1].name, "upwards");
  EXPECT_EQ(report.events[0].t, report.events[1].t);
}

TEST(Simulation, TimedEventsOccurAtTheirTimesAlsoAtZeroAndTwoAtOnce) {
  Simulation simulation = falling({.duration = 1, .record_interval = 0.25});
  std::string order;
  for (const auto& [time, name] : {std::pair{0.6, "c"}, {0.0, "a"}, {0.6, "d"}, {0.3, "b"}})
    simulation.add(TimedEvent{time, name, [&order, n = name](EventContext&) { order += n; }});
  simulation.add(TimedEvent{5, "late", {}});
  const SimulationReport report = simulation.run();
  EXPECT_EQ(order, "abcd");
  EXPECT_EQ(report.events[1].t, 0.3);
  EXPECT_EQ(report.events[3].t, 0.6);
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_NE(report.warnings[0].find("'late'"), std::string::npos);
}

TEST(Simulation, AnEventCanStopTheRunWhichIsThenRecordedToTheEnd) {
  Simulation simulation = falling({.duration = 1, .record_interval = 0.5});
  simulation.add(TimedEvent{0.6, "enough", [](EventContext& context) { context.stop = true; }});
  Seen seen;
  const SimulationReport report = run(simulation, seen);
  EXPECT_EQ(report.end, RunEnd::stopped_by_event);
  EXPECT_EQ(report.why, "enough");
  EXPECT_DOUBLE_EQ(report.t, 0.6);
  ASSERT_EQ(seen.times.size(), 3u);
  EXPECT_DOUBLE_EQ(seen.times.back(), 0.6);
}

TEST(Simulation, SampledControllersKeepTheirTorquesBetweenSamples) {
  struct Lift : Controller {
    void torques(double t, In<double>, In<double>, Out<double> tau) override {
      ++asked;
      tau[0] = 2 * g + (t < 0.1 ? 2 : -2);
    }
    int asked = 0;
  };
  Simulation simulation = falling({.duration = 0.4, .record_interval = 0.4});
  auto lift = std::make_unique<Lift>();
  Lift& driver = *lift;
  simulation.add(std::move(lift), 0.15);
  Seen seen;
  const SimulationReport report = run(simulation, seen);
  EXPECT_EQ(driver.asked, 3);  // at 0, 0.15, 0.3
  // Upwards with 1 m/s^2 for 0.15 s, then downwards with the same acceleration for 0.25 s.
  EXPECT_NEAR(seen.heights.back(), 0.15 * 0.15 / 2 + 0.15 * 0.25 - 0.25 * 0.25 / 2, 1e-14);
  EXPECT_NEAR(report.worst_energy_error, 0, 1e-13);
}

TEST(Simulation, AnInterruptEndsTheRunAfterTheStep) {
  Simulation simulation = falling({.duration = 1, .record_interval = 0.1});
  const std::atomic<bool> interrupt = true;
  const SimulationReport report = simulation.run({}, &interrupt);
  EXPECT_EQ(report.end, RunEnd::interrupted);
  EXPECT_EQ(report.steps, 1);
  EXPECT_DOUBLE_EQ(report.t, 0.1);
}

TEST(Simulation, AFailedStepEndsTheRunWithItsReason) {
  Simulation simulation = falling({.duration = 2, .record_interval = 0.4});
  auto integrator = std::make_unique<ExactFall>();
  integrator->breaks_at = 1;
  simulation.set_integrator(std::move(integrator));
  Seen seen;
  const SimulationReport report = run(simulation, seen);
  EXPECT_EQ(report.end, RunEnd::failed);
  EXPECT_EQ(report.why, "broke down at t = 1");
  EXPECT_DOUBLE_EQ(report.t, 0.8);
  EXPECT_EQ(seen.times.size(), 3u);
}

TEST(Simulation, EndlessEventsAreAFailure) {
  Simulation simulation = falling({.duration = 1, .record_interval = 1, .max_events = 50});
  simulation.state().q[0] = 0.1;
  simulation.add(std::make_unique<FunctionEvent>(
      "ground", [](const SimulationState& phase) { return phase.q[0]; },
      [](EventContext& context) { context.state.q[0] = 1e-9; }));
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::failed);
  EXPECT_NE(report.why.find("more than 50 events"), std::string::npos) << report.why;
}

TEST(Simulation, ContinuesFromItsEnd) {
  Simulation whole = falling({.duration = 1, .record_interval = 0.1});
  whole.run();
  Simulation parts = falling({.duration = 1, .record_interval = 0.1});
  parts.add(TimedEvent{0.3, "pause", [](EventContext& context) { context.stop = true; }});
  parts.run();
  EXPECT_DOUBLE_EQ(parts.state().t, 0.3);
  Simulation rest = falling({.duration = 1, .record_interval = 0.1});
  rest.state() = parts.state();
  rest.run();
  EXPECT_EQ(whole.state().q, rest.state().q);
  EXPECT_EQ(whole.state().v, rest.state().v);
}

TEST(Simulation, WrongSizesAreRefused) {
  const Model model = falling_masses();
  EXPECT_THROW(Simulation(model, {}, {.duration = 0}), std::invalid_argument);
  EXPECT_THROW(Simulation(model, {}, {.duration = NAN}), std::invalid_argument);
  EXPECT_THROW(Simulation(model, {}, {.record_interval = -1}), std::invalid_argument);
  EXPECT_THROW(Simulation(model, {}, {.frames = {"nothing"}}), std::invalid_argument);
  Simulation simulation = falling({});
  simulation.state().q = {0, 0};
  EXPECT_THROW(simulation.run(), std::invalid_argument);
  simulation.state().q = {NAN};
  EXPECT_THROW(simulation.run(), std::invalid_argument);
  EXPECT_THROW(simulation.dynamics().add(nullptr, falling_masses(2), 0, 0), std::invalid_argument);
}

TEST(Simulation, RefusesNullPointers) {
  Simulation simulation(falling_masses(), {}, {.duration = 0.1});
  Recorder* const recorders[] = {nullptr};
  EXPECT_EQ(complaint([&] { simulation.run(recorders); }), "a recorder is null");
  EXPECT_EQ(complaint([&] { simulation.add(std::unique_ptr<Event>()); }), "an event is null");
  EXPECT_EQ(complaint([&] { simulation.add(std::unique_ptr<ForceElement>()); }), "a force element is null");
  EXPECT_EQ(complaint([&] { simulation.add(std::unique_ptr<Controller>()); }), "a controller is null");
  EXPECT_EQ(complaint([&] { simulation.set_integrator(std::unique_ptr<Integrator>()); }),
            "the integrator is null");
  EXPECT_EQ(complaint([&] {
              simulation.add(TimedEvent{std::nan(""), "never"});
            }),
            "the time of event 'never' is not a number");
}

TEST(Simulation, RefusesForcesAndIntegratorsOfARobotWithOtherJoints) {
  const Model one = falling_masses(1), two = falling_masses(2);
  Simulation simulation(one, {}, {.duration = 0.1});
  simulation.set_integrator(make_integrator(two, {.kind = IntegratorKind::rk4}));
  simulation.add(std::make_unique<JointSpring>(two, JointSpringPlan{.joint = "slide2", .stiffness = 1}));
  const std::string foreign = ": made for the joints of robot 'masses', which are not those of 'masses'";
  EXPECT_EQ(complaint([&] { simulation.run(); }), "a joint spring" + foreign);
  Simulation other(one, {}, {.duration = 0.1});
  other.set_integrator(make_integrator(two, {.kind = IntegratorKind::rk4}));
  const SimulationReport report = other.run();
  EXPECT_EQ(report.end, RunEnd::failed);
  EXPECT_EQ(report.why, "the integrator" + foreign);
  // The mechanism's own model has an additional coupling, and the same joints.
  Simulation held(one, {.lockable_joints = {"slide1"}}, {.duration = 0.1});
  held.set_integrator(make_integrator(one, {.kind = IntegratorKind::rk4}));
  held.add(std::make_unique<JointSpring>(one, JointSpringPlan{.joint = "slide1", .stiffness = 1}));
  EXPECT_EQ(held.run().end, RunEnd::finished);
}

TEST(Simulation, EndsWhereEnergyOverflows) {
  Simulation simulation(falling_masses(), {}, {.duration = 0.1});
  simulation.state().v[0] = 1e200;
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::failed);
  EXPECT_EQ(report.why, "the kinetic energy overflows for these numbers");
}

TEST(Mechanism, RefusesUnknownLoopsAndLocks) {
  Mechanism mechanism(falling_masses(), {.lockable_joints = {"slide1"}});
  EXPECT_EQ(complaint([&] { mechanism.is_closed(0); }), "there is no loop 0; the model has 0");
  EXPECT_EQ(complaint([&] { mechanism.loop_force(-1); }), "there is no loop -1; the model has 0");
  EXPECT_EQ(complaint([&] { mechanism.locked_dof(1); }), "there is no lock 1; the model has 1");
  EXPECT_EQ(complaint([&] { mechanism.is_locked(-1); }), "there is no lock -1; the model has 1");
}

}  // namespace sinew::test::simulation_test
