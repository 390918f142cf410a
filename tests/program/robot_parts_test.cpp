// `sinew compute tendons`, `actuators` and `sensors`: by hand, and as simulations record them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "sinew/io/load.hpp"
#include "sinew/io/results/result_file.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::robot_parts_test {

using nlohmann::json;

json report_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compute");
  arguments.emplace_back("--json");
  const Outcome outcome = run_program(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

// A slide on a cable over a pulley, and a fixed tendon.
const TemporaryFile slide(R"(<mujoco model="slide"><worldbody><site name="anchor" pos="-1 0 0"/>
    <body name="block"><joint name="x" type="slide" axis="1 0 0"/><geom size=".1" mass="2"/><site name="hook"/></body>
  </worldbody><tendon>
    <spatial name="cable"><site site="anchor"/><site site="hook"/><pulley divisor="2"/><site site="anchor"/>
      <site site="hook"/></spatial>
    <fixed name="double"><joint joint="x" coef="-2"/></fixed></tendon></mujoco>)",
                          ".xml");

// A hinge with a servo and a force at its tip.
const TemporaryFile arm(R"(<mujoco model="arm"><worldbody><body name="arm"><joint name="hinge"/>
    <geom size=".1" pos=".5 0 0" mass="2"/><site name="tip" pos="1 0 0"/></body></worldbody>
  <actuator><position name="servo" joint="hinge" kp="40" kv="2" ctrlrange="-1 1"/>
    <motor name="jet" site="tip" gear="0 1 0" forcerange="-3 3"/></actuator>
  <sensor><gyro name="turn" site="tip"/><actuatorfrc name="pull" actuator="servo"/></sensor>
  <keyframe><key name="up" qpos=".5" ctrl=".75 2"/></keyframe></mujoco>)",
                        ".xml");

TEST(ComputeTendons, GivesLengthsRatesAndMomentArms) {
  const json tendons = report_of({"tendons", slide.path(), "--q=0.5", "--v=2"}).at("tendons");
  const json cable = {
      {"name", "cable"}, {"length", 1.5 * 1.5}, {"velocity", 1.5 * 2}, {"moment_arms", {1.5}}};
  const json fixed = {
      {"name", "double"}, {"length", -2 * 0.5}, {"velocity", -2.0 * 2}, {"moment_arms", {-2.0}}};
  EXPECT_EQ(tendons, json::array({cable, fixed}));
  const std::string text = run_program({"compute", "tendons", slide.path(), "--q=0.5", "--v=2"}).output;
  EXPECT_TRUE(contains(text,
                       "  tendon     length       rate\n"
                       "  ------  ---------  ---------\n"
                       "  cable    2.250000   3.000000\n"
                       "  double  -1.000000  -4.000000\n"
                       "\n"
                       "  tendon  per unit of v of  moment arm\n"
                       "  ------  ----------------  ----------\n"
                       "  cable   x                   1.500000\n"
                       "  double  x                  -2.000000\n"))
      << text;
}

TEST(ComputeActuators, GivesForcesAndJointTorquesAtTheControls) {
  const json report = report_of({"actuators", arm.path(), "--q=0.5", "--v=0.1", "--controls=0.75,5"});
  const double servo = 40 * (0.75 - 0.5) - 2 * 0.1;
  EXPECT_EQ(report.at("actuators").at(0).at("length"), 0.5);
  EXPECT_EQ(report.at("actuators").at(0).at("velocity"), 0.1);
  EXPECT_NEAR(report.at("actuators").at(0).at("force"), servo, 1e-14);
  EXPECT_EQ(report.at("actuators").at(1).at("force"), 3.0);
  EXPECT_NEAR(report.at("tau").at(0), servo + 3, 1e-14);
  const std::string text =
      run_program({"compute", "actuators", arm.path(), "--q=0.5", "--v=0.1", "--controls=0.75,5"}).output;
  EXPECT_TRUE(contains(text, "  servo     0.750000  0.500000  0.100000  9.800000\n")) << text;
  EXPECT_TRUE(contains(text, "  hinge  12.800000 Nm\n")) << text;
}

TEST(ComputeActuators, TakesTheControlsOfANamedPosition) {
  EXPECT_EQ(report_of({"actuators", arm.path(), "--q=up"}).at("inputs").at("controls"), json({0.75, 2.0}));
  EXPECT_EQ(report_of({"actuators", arm.path()}).at("inputs").at("controls"), json({0.0, 0.0}));
  EXPECT_EQ(report_of({"actuators", arm.path(), "--q=up", "--controls=0,1"}).at("inputs").at("controls"),
            json({0.0, 1.0}));
}

TEST(ComputeActuators, ReadsItsInputsAgain) {
  const TemporaryFolder folder;
  const json report = report_of({"actuators", arm.path(), "--q=up", "--v=0.3"});
  std::ofstream(folder / "state.json") << report.at("inputs");
  EXPECT_EQ(report_of({"actuators", arm.path(), "--state", folder / "state.json"}), report);
}

TEST(ComputeActuators, RefusesControlsOfAnotherNumber) {
  const Outcome outcome = run_program({"compute", "actuators", arm.path(), "--controls=1"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "--controls: got 1 number, expected 2 (one for each actuator)"))
      << outcome.notes;
}

// The hinge turns with v; the torques of servo and jet act on an inertia of 2 (0.5^2 + 0.4 0.1^2).
TEST(ComputeSensors, AreThoseOfTheDrivenRobot) {
  const json report = report_of({"sensors", arm.path(), "--q=up", "--v=0.3", "--gravity=0,0,-9.81"});
  EXPECT_EQ(report.at("sensors").at(0),
            (json{{"name", "turn"}, {"kind", "gyro"}, {"values", {0.0, 0.0, 0.3}}}));
  const double servo = 40 * (0.75 - 0.5) - 2 * 0.3;
  EXPECT_NEAR(report.at("sensors").at(1).at("values").at(0), servo, 1e-14);
  EXPECT_NEAR(report.at("qdd").at(0), (servo + 2) / (2 * (0.25 + 0.4 * 0.01)), 1e-9);
}

// A simulation computes them by inverse dynamics with the forces of loops; here they follow from forward dynamics.
TEST(ComputeSensors, AreThoseThatASimulationRecordsAtItsStart) {
  const TemporaryFolder folder;
  const std::string robot = folder / "crank.xml";
  std::ofstream(robot) << R"(<mujoco model="crank"><worldbody>
    <body name="crank"><joint name="a" axis="0 1 0" damping="0.2"/><geom size=".05" pos="0 0 .1" mass="1"/>
      <site name="on_crank" pos="0 0 .1"/>
      <body name="rod" pos="0 0 .2"><joint name="b" axis="0 1 0"/><geom size=".05" pos=".2 0 0" mass="2"/>
        <site name="on_rod" pos=".1 0 .02"/></body></body>
    <body name="slider" pos=".4 0 .2"><joint name="s" type="slide" axis="1 0 0" stiffness="30" springref=".1"/>
      <geom size=".05" mass="3"/></body></worldbody>
    <equality><connect body1="rod" body2="slider" anchor=".4 0 0"/></equality>
    <actuator><position name="servo" joint="a" kp="20"/><motor name="push" joint="s"/></actuator>
    <sensor><accelerometer name="acc" site="on_rod"/><force name="f" site="on_rod"/><torque name="t" site="on_crank"/>
      <gyro name="w" site="on_rod"/><actuatorfrc name="pull" actuator="servo"/><jointpos name="p" joint="b"/>
      <framelinacc name="lin" objtype="site" objname="on_crank"/></sensor>
    <keyframe><key name="push" qpos="0 0 0" ctrl=".3 4"/></keyframe></mujoco>)";
  ASSERT_EQ(run_program({"simulate", robot, "--start=push", "--actuators", "--duration=0.01", "--quiet", "-o",
                         folder / "run.h5"})
                .exit_code,
            0);
  const ResultFile recorded(folder / "run.h5");
  const json report = report_of({"sensors", robot, "--q=push", "--friction", "--springs"});
  EXPECT_EQ(report.at("sensors").size(), 7);
  for (const json& sensor : report.at("sensors")) {
    const std::string array = "sensors/" + sensor.at("name").get<std::string>();
    const std::vector<double> values = sensor.at("values"), expected = recorded.read(array, 0, 1);
    ASSERT_EQ(values.size(), expected.size()) << array;
    for (std::size_t i = 0; i < values.size(); ++i)
      EXPECT_NEAR(values[i], expected[i], 1e-9 * std::max(1.0, std::abs(expected[i]))) << array;
  }
  EXPECT_GT(std::abs(double(report.at("loop_forces").at(0).at("force").at(0))), 1);
}

TEST(ComputeParts, SayThatARobotHasNone) {
  for (const std::string what : {"tendons", "actuators", "sensors"}) {
    const Outcome outcome = run_program({"compute", what, model_path("arm7.urdf")});
    EXPECT_TRUE(contains(outcome.output, "(the robot has no " + what + ")")) << outcome.output;
    EXPECT_TRUE(report_of({what, model_path("arm7.urdf")}).at(what).empty());
  }
}

}  // namespace sinew::test::robot_parts_test
