// Makes simulations from plans and runs them.
#include "sinew/simulate/make_simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/io/scene.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::make_simulation_test {

// A free cart of 2 kg on a rail along x, and a weld to the ground that can be closed.
SimulatedScene cart(double v = 0) {
  Description description{.name = "cart", .gravity = {}};
  Body body{.name = "cart"};
  body.joint = {.name = "rail", .kind = JointKind::prismatic, .axis = {1, 0, 0}};
  body.inertial = {.mass = 2, .inertia = {1, 0, 0, 1, 0, 1}};
  description.bodies.push_back(body);
  description.loops.push_back({.name = "clamp",
                               .connection = {.kind = ConnectionKind::point_on_plane},
                               .first = {"", frame_along({1, 0, 0}, {-1, 0, 0})},
                               .second = {"cart", {}}});
  return {.whole = Model(description), .state = {.q = {0}, .v = {v}, .tau = {0}}};
}

SimulationPlan plan_of(double duration) {
  SimulationPlan plan;
  plan.integrator = {.kind = IntegratorKind::rkmk4, .step = 0.01};
  plan.options = {.duration = duration, .record_interval = duration};
  plan.open = {"clamp"};
  return plan;
}

std::string complaint_about(const SimulatedScene& scene, const SimulationPlan& plan) {
  return complaint([&] { make_simulation(scene, plan); });
}

TEST(MakeSimulation, ConstantTorquesDriveAndDoWork) {
  SimulatedScene scene = cart();
  scene.state.tau = {4};
  Simulation simulation = make_simulation(scene, plan_of(1));
  const SimulationReport report = simulation.run();
  EXPECT_NEAR(simulation.state().q[0], 1, 1e-12);
  EXPECT_NEAR(simulation.state().work, 4, 1e-12);
  EXPECT_LT(report.worst_energy_error, 1e-12);
}

TEST(MakeSimulation, EventsOccurWhenAJointPassesAPositionOrAVelocity) {
  SimulatedScene scene = cart();
  scene.state.tau = {4};  // q = t^2, v = 2 t
  SimulationPlan plan = plan_of(2);
  plan.events = {
      {.name = "position", .when = AtJoint{.joint = "rail", .value = 0.49}},
      {.name = "velocity", .when = AtJoint{.joint = "rail", .of_velocity = true, .value = 1}},
      {.name = "never", .when = AtJoint{.joint = "rail", .value = 0.2, .rising = false}},
      {.name = "end", .when = AtJoint{.joint = "rail", .value = 1}, .stop = true},
  };
  const SimulationReport report = make_simulation(scene, plan).run();
  ASSERT_EQ(report.events.size(), 3u);
  EXPECT_EQ(report.events[0].name, "velocity");
  EXPECT_NEAR(report.events[0].t, 0.5, 1e-12);
  EXPECT_EQ(report.events[1].name, "position");
  EXPECT_NEAR(report.events[1].t, 0.7, 1e-12);
  EXPECT_EQ(report.end, RunEnd::stopped_by_event);
  EXPECT_NEAR(report.t, 1, 1e-12);
}

TEST(MakeSimulation, AClosingLoopDissipatesTheEnergyOfTheBodyItStops) {
  SimulatedScene scene = cart(1);
  SimulationPlan plan = plan_of(2);
  plan.release_pulling = false;
  plan.events = {{.name = "clamped", .when = AtJoint{.joint = "rail", .value = 1}, .close = {"clamp"}},
                 {.name = "freed", .when = AtTime{1.5}, .release = {"clamp"}}};
  Simulation simulation = make_simulation(scene, plan);
  EXPECT_FALSE(simulation.mechanism().is_closed(0));
  const SimulationReport report = simulation.run();
  ASSERT_EQ(report.events.size(), 2u);
  EXPECT_NEAR(report.events[0].t, 1, 1e-12);
  EXPECT_NEAR(report.impact_loss, 1, 1e-12);  // 2 kg at 1 m/s
  EXPECT_NEAR(simulation.state().q[0], 1, 1e-12);
  EXPECT_NEAR(simulation.state().v[0], 0, 1e-12);
  EXPECT_LT(report.worst_energy_error, 1e-12);
  EXPECT_FALSE(simulation.mechanism().is_closed(0));
}

TEST(MakeSimulation, UnknownNamesAreReported) {
  const SimulatedScene scene = cart();
  SimulationPlan plan = plan_of(1);
  plan.open = {"nothing"};
  EXPECT_TRUE(contains(complaint_about(scene, plan), "'nothing'"));
  plan = plan_of(1);
  plan.events = {{.name = "e", .when = AtTime{0.5}, .release = {"gone"}}};
  EXPECT_TRUE(contains(complaint_about(scene, plan), "'gone'"));
  plan.events = {{.name = "e", .when = AtJoint{.joint = "wheel"}}};
  EXPECT_TRUE(contains(complaint_about(scene, plan), "wheel"));
  plan.events.clear();
  plan.controllers = {{.robot = "left", .law = JointPdPlan{}}};
  EXPECT_TRUE(contains(complaint_about(scene, plan), "'left'"));
  plan.controllers.clear();
  plan.options.duration = -1;
  EXPECT_TRUE(contains(complaint_about(scene, plan), "duration"));
}

// The demonstration: three arms carry a plate, and the third releases it at 5 s.
TEST(MakeSimulation, ThreeArmsCarryAPlateAndTwoContinue) {
  const Scene scene = load_scene(model_path("three_arm_release.yaml"));
  SimulationPlan plan = scene.simulation;
  plan.options.record_interval = 0.25;
  struct Watch : Recorder {
    void record(const sinew::Sample& sample) override {
      if (sample.t < 5) pulled = std::max(pulled, std::abs(sample.loop_forces[2].linear.z));
      if (sample.t > 5.1) after = std::max(after, std::abs(sample.loop_forces[2].linear.z));
      plate = sample.frames[0];
    }
    double pulled = 0, after = 0;
    Transform<double> plate{};
  } watch;
  Recorder* const recorders[] = {&watch};
  Simulation simulation = make_simulation(simulated(scene), plan);
  const SimulationReport report = simulation.run(recorders);
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_EQ(report.events.size(), 1u);
  EXPECT_GT(watch.pulled, 15);  // a third of 6 kg
  EXPECT_EQ(watch.after, 0);
  EXPECT_LT(report.worst_position_error, 1e-12);
  EXPECT_LT(report.worst_energy_error, 1e-5 * report.energy_scale);
  // At the last waypoint, except for the effect of joint damping and the controller's finite stiffness.
  EXPECT_NEAR(watch.plate.translation.x, 0, 0.01);
  EXPECT_NEAR(watch.plate.translation.y, 0, 0.01);
  EXPECT_NEAR(watch.plate.translation.z, 0.4, 0.01);
}

}  // namespace sinew::test::make_simulation_test
