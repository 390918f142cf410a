// `sinew info` and `sinew compute` for a robot with tendons.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace sinew::test::tendons_test {

// A slide of 2 kg without gravity on a cable over a pulley, and a fixed tendon.
const TemporaryFile robot(R"(<mujoco model="slide"><option gravity="0 0 0"/>
  <worldbody><site name="anchor" pos="-1 0 0"/>
    <body name="block"><joint name="x" type="slide" axis="1 0 0"/><geom type="box" size=".1 .1 .1" mass="2"/>
      <site name="hook"/></body></worldbody>
  <tendon>
    <spatial name="cable" stiffness="50" springlength=".9" range="0 3">
      <site site="anchor"/><site site="hook"/><pulley divisor="2"/><site site="anchor"/><site site="hook"/></spatial>
    <fixed name="double" damping="3"><joint joint="x" coef="-2"/></fixed>
  </tendon></mujoco>)",
                          ".xml");

TEST(ProgramTendons, AreListedByInfo) {
  const Outcome outcome = run_program({"info", robot.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, "  tendons    2\n"));
  EXPECT_TRUE(contains(outcome.output,
                       "  tendon  length of           at start   range  stiffness  damping\n"
                       "  ------  ------------------  --------  ------  ---------  -------\n"
                       "  cable   4 points, 1 pulley       1.5  0 .. 3         50\n"
                       "  double  -2 x                       0                           3\n"));
}

TEST(ProgramTendons, AreListedByInfoInJson) {
  const auto report = nlohmann::json::parse(run_program({"info", robot.path(), "--json"}).output);
  const auto& cable = report.at("tendons").at(0);
  EXPECT_EQ(cable.at("name"), "cable");
  EXPECT_EQ(cable.at("length"), 1.5);
  EXPECT_EQ(cable.at("path").at(2), (nlohmann::json{{"kind", "pulley"}, {"divisor", 2.0}}));
  EXPECT_EQ(cable.at("path").at(3).at("body"), nullptr);
  EXPECT_EQ(report.at("tendons").at(1).at("joints").at(0).at("coefficient"), -2.0);
}

// The cable is 0.6 m too long at x = 0, with a moment arm of 1.5; the other tendon slows down 2 m/s.
TEST(ProgramTendons, ActInForwardDynamicsWithSpringsAndFriction) {
  const auto acceleration = [](const std::vector<std::string>& flags) {
    std::vector<std::string> arguments{"compute", "forward-dynamics", robot.path(), "--v=2", "--json"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return double(nlohmann::json::parse(run_program(arguments).output).at("qdd").at(0));
  };
  EXPECT_EQ(acceleration({}), 0);
  EXPECT_NEAR(acceleration({"--springs"}), -50 * .6 * 1.5 / 2, 1e-12);
  EXPECT_NEAR(acceleration({"--friction"}), -3 * 4 * 2 / 2., 1e-12);
}

}  // namespace sinew::test::tendons_test
