// The scenes in models/: they are read without a word, and move as their page says.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "sinew/io/scene.hpp"

namespace sinew::test {
namespace {

const std::string folder = SINEW_SOURCE_DIR "/models/";

SimulationReport report_of(const Scene& scene, Simulation& simulation) {
  const SimulationReport report = simulation.run();
  EXPECT_EQ(report.end, RunEnd::finished) << scene.name << ": " << report.why;
  EXPECT_LT(report.worst_position_error, 1e-10) << scene.name;
  EXPECT_LT(std::abs(report.worst_energy_error), 1e-6 * report.energy_scale + 1e-9) << scene.name;
  return report;
}

TEST(OwnScenes, AreReadWithoutAWordAndRun) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!is_scene_file(entry.path())) continue;
    ++count;
    SceneResult result = read_scene(entry.path());
    EXPECT_EQ(result.findings.to_string(), "");
    if (!result.scene) continue;
    Scene& scene = *result.scene;
    scene.simulation.options.duration = 0.1;
    Simulation simulation = make_simulation(simulated(scene), scene.simulation);
    EXPECT_EQ(report_of(scene, simulation).t, 0.1);
  }
  EXPECT_EQ(count, 7);
}

// Dry friction at joints that turn back while the mechanism goes on: the rocker twice a turn, the slider as well.
TEST(OwnScenes, CranksTurnRoundAndRoundAgainstDryFriction) {
  for (const char* name : {"four_bar.yaml", "slider_crank.yaml"}) {
    Scene scene = load_scene(folder + name);
    scene.simulation.options.duration = 3;
    Simulation simulation = make_simulation(simulated(scene), scene.simulation);
    const double start = simulation.phase().q[0];
    const SimulationReport report = report_of(scene, simulation);
    const double turns = (simulation.phase().q[0] - start) / 6.283185307179586;
    EXPECT_GT(turns, 1) << name;
    EXPECT_LT(double(report.events.size()), 8 * turns + 8) << name;
  }
}

}  // namespace
}  // namespace sinew::test
