// The scenes in models/ are read without findings, and move as described in models/README.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sinew/io/scene.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::shipped_scenes_test {

const std::string folder = source_folder() + "/models/";

SimulationReport report_of(const Scene& scene, Simulation& simulation) {
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << scene.name << ": " << report.why;
  EXPECT_LT(report.worst_position_error, 1e-10) << scene.name;
  EXPECT_LT(std::abs(report.worst_energy_error), 1e-6 * report.energy_scale + 1e-9) << scene.name;
  return report;
}

TEST(ShippedScenes, AreReadWithoutFindingsExceptPointMassesAndRun) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!is_scene_file(entry.path())) continue;
    ++count;
    SceneResult result = read_scene(entry.path());
    for (const Finding& finding : result.findings.list)
      EXPECT_TRUE(finding.message.ends_with("(mass 1, no inertia)")) << to_string(finding);
    if (!result.scene) continue;
    Scene& scene = *result.scene;
    scene.simulation.options.duration = 0.1;
    Simulation simulation = make_simulation(simulated(scene), scene.simulation);
    EXPECT_EQ(report_of(scene, simulation).t, 0.1);
  }
  EXPECT_EQ(count, 9);
}

// Dry friction at joints that reverse while the mechanism moves on: the rocker and the slider, twice per revolution.
TEST(ShippedScenes, CranksRotateContinuouslyAgainstDryFriction) {
  for (const char* name : {"four_bar.yaml", "slider_crank.yaml"}) {
    Scene scene = load_scene(folder + name);
    scene.simulation.options.duration = 3;
    Simulation simulation = make_simulation(simulated(scene), scene.simulation);
    const double start = simulation.state().q[0];
    const SimulationReport report = report_of(scene, simulation);
    const double turns = (simulation.state().q[0] - start) / 6.283185307179586;
    EXPECT_GT(turns, 1) << name;
    EXPECT_LT(double(report.events.size()), 8 * turns + 8) << name;
  }
}

// All keys of docs/scene.md#simulation that can be combined.
// The slider is at its upper limit at a dead point of the crank, with no velocity, once per revolution.
TEST(ShippedScenes, ACrankPassesADeadPointAtWhichItsSliderTouchesItsLimit) {
  Scene scene = load_scene(folder + "slider_crank.yaml");
  scene.simulation.limits = {};
  scene.simulation.options.duration = 1;
  const SimulationReport report = make_simulation(simulated(scene), scene.simulation).run();
  EXPECT_EQ(report.end, RunEnd::finished) << report.why;
  EXPECT_LT(report.impact_loss, 1e-6);
  EXPECT_LT(report.worst_energy_error, 1e-6);
}

TEST(ShippedScenes, OneWithAllKeysRuns) {
  const std::string text = R"(
model: arm6.urdf
q: {joint2: 0.4, joint3: 0.5}
simulation:
  duration: 0.05
  integrator: {kind: adaptive, relative_tolerance: 1e-9, absolute_tolerance: 1e-11, step: 0.01}
  stabilisation: {baumgarte: 20}
  strategy: block_omega
  rate_linear: false
  record: {interval: 0.01, frames: [tool]}
  constant_torques: false
  joint_damping: true
  dry_friction: true
  limits: {kind: hard, restitution: 0.2}
  effort_limits: true
  controllers:
    - {kind: joint_pd, period: 0.005, joints: [joint1, joint2], stiffness: [50, 60], damping: 5, gravity: false}
    - {kind: computed_torque, joints: joint3, target: {interpolation: spline, waypoints: [{time: 1, q: {joint3: 1}}]}}
    - kind: operational_space
      frame: tool
      stiffness: [0, 0, 0, 10, 10, 10]
      damping: [0, 0, 0, 5, 5, 5]
      target: {waypoints: [{time: 1, position: [0.5, 0, 0.5]}]}
    - {kind: passivity, rate: 3, damping: 1}
    - {kind: decoupled, frequency: 3, damping_ratio: 1}
  forces:
    - {kind: joint_spring, joint: joint1, stiffness: 1, damping: 0.1, rest: 0.1}
    - {kind: point_spring, first: {position: [0, 0, 2]}, second: {body: tool}, stiffness: 10, damping: 1, length: 0.1}
    - {kind: push, at: {body: tool}, force: [1, 0, 0], moment: [0, 1, 0], from: 0.01, until: 0.02}
    - {kind: disturbance, size: 0.1, period: 0.01, seed: 7}
  events:
    - {name: mark, at: 0.025}
    - {name: fast, joint: joint1, velocity_rises_to: 100, stop: true}
)";
  const SceneResult result = read_scene_text(text, folder + "everything.yaml");
  ASSERT_TRUE(result.scene) << result.findings.to_string();
  Simulation simulation = make_simulation(simulated(*result.scene), result.scene->simulation);
  const SimulationReport report = report_of(*result.scene, simulation);
  EXPECT_EQ(report.records, 6);
  EXPECT_EQ(std::count_if(report.events.begin(), report.events.end(),
                          [](const EventRecord& event) { return event.name == "mark"; }),
            1);
}

TEST(ShippedScenes, AGraspThatClosesDuringTheRunStaysClosed) {
  Scene scene = load_scene(folder + "three_arm_release.yaml");
  scene.simulation.options.duration = 0.02;
  scene.simulation.open = {"third"};
  scene.simulation.events = {{.name = "grip", .when = AtTime{0.01}, .close = {"third"}}};
  Simulation simulation = make_simulation(simulated(scene), scene.simulation);
  EXPECT_FALSE(simulation.mechanism().is_closed(2));
  simulation.run();
  EXPECT_TRUE(simulation.mechanism().is_closed(2));
}

}  // namespace sinew::test::shipped_scenes_test
