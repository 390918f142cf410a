// `sinew info` and `sinew simulate` for a robot with actuators and sensors.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sinew/io/results/result_file.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::actuators_test {

const TemporaryFile robot(R"(<mujoco><worldbody><body name="arm"><joint name="hinge"/>
  <geom size=".1" pos=".5 0 0" mass="2"/><site name="tip" pos="1 0 0"/></body></worldbody>
  <actuator><position name="servo" joint="hinge" kp="40" kv="2" ctrlrange="-1 1"/>
    <motor name="jet" site="tip" gear="0 1 0" forcerange="-3 3"/></actuator>
  <sensor><gyro name="turn" site="tip"/><actuatorfrc name="pull" actuator="servo"/></sensor>
  <keyframe><key name="up" qpos=".5" ctrl=".75 0"/></keyframe></mujoco>)",
                          ".xml");

TEST(ProgramActuators, AreListedByInfo) {
  const Outcome outcome = run_program({"info", robot.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char* const line :
       {"  actuator  on     target  gear  gain  bias      control range  force range\n",
        "  servo     joint  hinge   1     40    0 -40 -2  -1 .. 1\n",
        "  jet       site   arm     0 1   1     0                        -3 .. 3\n",
        "  turn    gyro            arm\n", "  pull    actuator_force  servo\n"})
    EXPECT_TRUE(contains(outcome.output, line)) << line << outcome.output;
}

TEST(ProgramActuators, AreListedByInfoInJson) {
  const auto report = nlohmann::json::parse(run_program({"info", robot.path(), "--json"}).output);
  const auto& servo = report.at("actuators").at(0);
  EXPECT_EQ(servo.at("target"), "hinge");
  EXPECT_EQ(servo.at("control_range"), (nlohmann::json{-1.0, 1.0}));
  EXPECT_TRUE(servo.at("force_range").at(0).is_null());
  EXPECT_EQ(report.at("sensors").at(0).at("kind"), "gyro");
  EXPECT_EQ(report.at("sensors").at(0).at("values"), 3);
}

TEST(ProgramActuators, DriveTheRobotFromANamedPosition) {
  const TemporaryFolder folder;
  const std::string result = folder / "run.h5";
  const Outcome outcome = run_program(
      {"simulate", robot.path(), "--start", "up", "--actuators", "--duration=0.01", "-o", result, "--quiet"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const ResultFile file(result);
  EXPECT_EQ(file.column("q", "hinge").at(0), 0.5);
  EXPECT_EQ(file.column("controls", "servo").at(0), 0.75);
  EXPECT_NEAR(file.column("actuator_forces", "servo").at(0), 40 * 0.25, 1e-12);
  EXPECT_NEAR(file.column("sensors/pull", "value").at(0), 40 * 0.25, 1e-12);
}

TEST(ProgramActuators, UnknownPositionsAreRefused) {
  const Outcome outcome = run_program({"simulate", robot.path(), "--start", "upp"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "--start: unknown position 'upp': did you mean 'up'?"))
      << outcome.notes;
}

}  // namespace sinew::test::actuators_test
