// Scenes whose robots are driven by the actuators of their MJCF files.
#include <gtest/gtest.h>

#include "sinew/io/results/result_file.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "sinew/io/results/stored_texts.hpp"
#include "sinew/io/scene.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::scene_actuators_test {

using Controls = std::vector<std::pair<std::string, double>>;

const std::string robot =
    "<mujoco><worldbody><body><joint name='j'/><geom size='.1' pos='.2 0 0'/><site name='tip'/>"
    "<body pos='.5 0 0'><joint name='k'/><geom size='.1' pos='.2 0 0'/></body></body></worldbody>"
    "<actuator><position name='one' joint='j' kp='5'/><motor name='two' joint='k' ctrlrange='1 "
    "2'/></actuator>"
    "<sensor><actuatorfrc name='pull' actuator='one'/><gyro name='turn' site='tip'/></sensor>"
    "<keyframe><key name='home' qpos='.1 .2' ctrl='.5 1.5'/></keyframe></mujoco>";

SceneResult read(const std::string& text) {
  StoredTexts stored;
  stored.add("robot.xml", robot);
  return read_scene_text(text, "scene.yaml", {.models = {.texts = &stored}});
}

Controls controls_of(const std::string& text) {
  const SceneResult result = read(text);
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string();
  if (!result.scene) return {};
  return std::get<ActuatorPlan>(result.scene->simulation.controllers.at(0).law).controls;
}
// A scene with this controller.
std::string with(const std::string& controller, const std::string& q = "") {
  return "model: robot.xml\n" + q + "simulation:\n  duration: 0.1\n  controllers:\n    - {kind: actuators" +
         controller + "}\n";
}

TEST(SceneActuators, ControlsAreThoseOfThePositionOrZeroWithinTheirRanges) {
  EXPECT_EQ(controls_of(with("")), (Controls{{"one", 0}, {"two", 1}}));
  EXPECT_EQ(controls_of(with("", "q: home\n")), (Controls{{"one", 0.5}, {"two", 1.5}}));
}

TEST(SceneActuators, ControlsAreAMapAListOrAPosition) {
  EXPECT_EQ(controls_of(with(", controls: {two: 2}", "q: home\n")), (Controls{{"one", 0.5}, {"two", 2}}));
  EXPECT_EQ(controls_of(with(", controls: [3, 4]")), (Controls{{"one", 3}, {"two", 4}}));
  EXPECT_EQ(controls_of(with(", controls: home")), (Controls{{"one", 0.5}, {"two", 1.5}}));
}

TEST(SceneActuators, MistakesAreNamed) {
  const auto findings = [](const std::string& text) { return read(text).findings.to_string(); };
  EXPECT_EQ(findings(with(", controls: {tow: 2}")),
            "scene.yaml:5: error: controller 1: controls: unknown actuator 'tow': did you mean 'two'? "
            "(expected one of "
            "one, two)\n");
  EXPECT_EQ(findings(with(", controls: [1, 2, 3]")),
            "scene.yaml:5: error: controller 1: controls: got 3 numbers, expected 2 (one, two)\n");
  EXPECT_NE(findings(with(", controls: hom")).find("unknown position 'hom': did you mean 'home'?"),
            std::string::npos);
  EXPECT_NE(findings(with(", stiffness: 3")).find("unknown key 'stiffness'"), std::string::npos);
}

TEST(SceneActuators, ResultFilesHaveControlsForcesAndSensors) {
  const SceneResult result = read(with("", "q: home\n"));
  ASSERT_TRUE(result.scene) << result.findings.to_string();
  const TemporaryFolder folder;
  Simulation simulation = make_simulation(simulated(*result.scene), result.scene->simulation);
  ResultRecorder recorder(folder / "run.h5", simulation.mechanism().model(), {.duration = 0.1}, {});
  Recorder* const recorders[] = {&recorder};
  recorder.finish(simulation.run(recorders));
  const ResultFile file(folder / "run.h5");
  EXPECT_EQ(file.array("controls").columns, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(file.column("controls", "two").at(0), 1.5);
  EXPECT_NEAR(file.column("actuator_forces", "one").at(0), 5 * (0.5 - 0.1), 1e-12);
  EXPECT_NEAR(file.column("sensors/pull", "value").at(0), 5 * (0.5 - 0.1), 1e-12);
  EXPECT_EQ(file.array("sensors/turn").units, (std::vector<std::string>(3, "rad/s")));
}

TEST(SceneActuators, EveryArmIsDrivenByItsOwn) {
  const SceneResult result = read(
      "arms:\n"
      "  - {name: left, model: robot.xml, tip: tip, q: home}\n"
      "  - {name: right, model: robot.xml, tip: tip, base: {position: [0, 2, 0]}}\n"
      "grasps: [{arm: left}, {arm: right}]\n"
      "simulation:\n"
      "  duration: 0.1\n"
      "  open: [left, right]\n"
      "  controllers: [{kind: actuators, robot: right, controls: {one: 0.75}}]\n");
  ASSERT_TRUE(result.scene) << result.findings.to_string();
  Simulation simulation = make_simulation(simulated(*result.scene), result.scene->simulation);
  struct Last : Recorder {
    void record(const sinew::Sample& sample) override {
      controls.assign(sample.controls.begin(), sample.controls.end());
      force = sample.actuator_forces[2];
      q = sample.q[2];
    }
    std::vector<double> controls;
    double force = 0, q = 0;
  } last;
  Recorder* const recorders[] = {&last};
  simulation.run(recorders);
  EXPECT_EQ(last.controls, (std::vector<double>{0, 0, 0.75, 1}));
  EXPECT_NEAR(last.force, 5 * (0.75 - last.q), 1e-12);
}

}  // namespace sinew::test::scene_actuators_test
