// User errors: one line that states what was expected, exit code 2, nothing on standard output.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/support/run_program.hpp"

namespace sinew::test::arguments_test {

const std::string arm6 = model_path("arm6.urdf");

Outcome compute(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compute");
  return run_program(arguments);
}

// The message without the closing newline.
std::string refusal(const std::vector<std::string>& arguments) {
  const Outcome outcome = compute(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.notes;
  EXPECT_EQ(outcome.output, "");
  EXPECT_EQ(std::count(outcome.notes.begin(), outcome.notes.end(), '\n'), 1) << outcome.notes;
  return outcome.notes.substr(0, outcome.notes.find('\n'));
}

TEST(Arguments, TooFewPositionsAreRefusedWithTheExpectedSizes) {
  EXPECT_EQ(
      refusal({"pose", arm6, "--q", "1,2,3"}),
      "sinew: --q: got 3 numbers, expected 6 (joint1 1, joint2 1, joint3 1, joint4 1, joint5 1, joint6 1)");
}

TEST(Arguments, OneNumberIsCalledANumber) {
  EXPECT_TRUE(starts_with(refusal({"forward-dynamics", arm6, "--tau=1"}),
                          "sinew: --tau: got 1 number, expected 6 (join"));
}

TEST(Arguments, AFloatingBaseCountsSevenPositionsAndSixVelocities) {
  const std::string quadruped = model_path("quadruped.urdf");
  EXPECT_TRUE(contains(refusal({"pose", quadruped, "--base=floating", "--q=0"}),
                       "expected 19 (floating_base 7, front_left"));
  EXPECT_TRUE(contains(refusal({"energy", quadruped, "--base=floating", "--v=0"}),
                       "expected 18 (floating_base 6, front_left"));
}

TEST(Arguments, InputsThatAreNotNeededAreStillChecked) {
  EXPECT_TRUE(starts_with(refusal({"mass-matrix", arm6, "--a", "1,2"}),
                          "sinew: --a: got 2 numbers, expected 6 (joi"));
}

TEST(Arguments, NumbersMayHaveUnits) {
  const Outcome degrees =
                    run_program({"compute", "pose", arm6, "--q=90deg,0,-0.25 rev,0,0,0", "--frame", "tool"}),
                radians = run_program({"compute", "pose", arm6, "--frame", "tool",
                                       "--q=1.5707963267948966,0,-1.5707963267948966,0,0,0"});
  EXPECT_EQ(degrees.exit_code, 0) << degrees.notes;
  EXPECT_EQ(degrees.output, radians.output);
  EXPECT_EQ(refusal({"pose", arm6, "--q=0,3kg,0,0,0,0"}),
            "sinew: --q: number 2: '3kg' has the unit kg; expected rad, as in 90deg or 1.5rad");
  EXPECT_EQ(refusal({"energy", arm6, "--gravity=0,0,1s"}),
            "sinew: --gravity: number 3: '1s' has the unit s; expected m/s^2");
}

TEST(Arguments, WhatIsNotANumberIsQuoted) {
  const std::string expected = "(expected numbers separated by commas, like 0.5,-1,2e-3)";
  EXPECT_EQ(refusal({"pose", arm6, "--q=1,two,3"}), "sinew: --q: 'two' is not a number " + expected);
  EXPECT_EQ(refusal({"pose", arm6, "--q=1,,3"}), "sinew: --q: '' is not a number " + expected);
  EXPECT_EQ(refusal({"pose", arm6, "--q=1 2,3"}), "sinew: --q: '1 2' is not a number " + expected);
  EXPECT_EQ(refusal({"pose", arm6, "--q=0x10"}), "sinew: --q: '0x10' is not a number " + expected);
  EXPECT_EQ(refusal({"pose", arm6, "--q=1,2,3,4,5,"}), "sinew: --q: '' is not a number " + expected);
}

TEST(Arguments, NumbersThatAreNotFiniteAreRefused) {
  EXPECT_EQ(refusal({"pose", arm6, "--q=0,nan,0,0,0,0"}),
            "sinew: --q: number 2 is nan, expected a finite number");
  EXPECT_EQ(refusal({"pose", arm6, "--v=-inf,0,0,0,0,0"}),
            "sinew: --v: number 1 is -inf, expected a finite number");
  EXPECT_EQ(refusal({"pose", arm6, "--q=1e999,0,0,0,0,0"}),
            "sinew: --q: number 1 '1e999' is out of range for a double");
}

TEST(Arguments, NegativeNumbersAndBlanksAreUnderstood) {
  const std::vector<double> expected = {-1, 2, -0.25, 0.5, 0, -0.003};
  for (const std::string list : {"-1,2,-.25,+0.5,0,-3e-3", " -1, 2 ,\t-.25, .5,0 , -3e-3 "}) {
    for (const std::vector<std::string>& option : {std::vector<std::string>{"--q=" + list}, {"--q", list}}) {
      std::vector<std::string> all = {"pose", arm6, "--frame=tool", "--json"};
      all.insert(all.end(), option.begin(), option.end());
      const Outcome outcome = compute(all);
      ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
      EXPECT_EQ(nlohmann::json::parse(outcome.output)["inputs"]["q"].get<std::vector<double>>(), expected);
    }
  }
}

TEST(Arguments, AnUnknownFrameIsReportedWithTheNearestName) {
  EXPECT_TRUE(starts_with(refusal({"pose", arm6, "--frame", "tol"}),
                          "sinew: unknown frame 'tol': did you mean 'tool'? (expec"));
  const std::string message = refusal({"jacobian", model_path("humanoid.urdf"), "--frame", "left_soul"});
  EXPECT_TRUE(starts_with(message, "sinew: unknown frame 'left_soul': did you mean 'left_sole'"));
  EXPECT_TRUE(contains(message, "(nearest of "));
}

TEST(Arguments, AnUnknownQuantityIsReportedWithTheKnownOnes) {
  EXPECT_EQ(refusal({"foward-dynamics", arm6}),
            "sinew: unknown quantity 'foward-dynamics': did you mean 'forward-dynamics'? (nearest of 21: "
            "forward-dynamics, inverse-dynamics, mass-matrix, bias-force, gravity-force, tendons, actuators, "
            "linearization, multi-arm, coriolis-matrix, forward-dynamics-derivatives, constraint-forces, "
            "jacobian, energy, sensors, udut)");
}

TEST(Arguments, UnknownReferencesAndBasesAreRefused) {
  EXPECT_EQ(refusal({"jacobian", arm6, "--reference=local"}),
            "sinew: unknown reference 'local' (expected one of body, world, aligned)");
  EXPECT_EQ(refusal({"jacobian", arm6, "--base=float"}),
            "sinew: unknown base 'float': did you mean 'floating'? (expected one of fixed, floating)");
}

TEST(Arguments, GravityHasThreeNumbers) {
  EXPECT_EQ(refusal({"energy", arm6, "--gravity=-9.81"}),
            "sinew: --gravity: got 1 number, expected 3 (x, y, z in m/s^2)");
}

TEST(Arguments, AQuaternionNearUnitLengthIsNormalised) {
  const Outcome outcome = compute({"pose", model_path("quadruped.urdf"), "--base=floating", "--json",
                                   "--q=0,0,0,0.6000001,0,0.8000001,0,0,0,0,0,0,0,0,0,0,0,0,0"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const auto q = nlohmann::json::parse(outcome.output)["inputs"]["q"].get<std::vector<double>>();
  EXPECT_NEAR(q[3] * q[3] + q[5] * q[5], 1, 1e-15);
}

TEST(Arguments, AQuaternionOfAnotherLengthIsAnError) {
  EXPECT_EQ(
      refusal({"pose", model_path("quadruped.urdf"), "--base=floating",
               "--q=0,0,0,0.5,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"}),
      "sinew: --q: the quaternion w x y z of joint floating_base (q[3] to q[6]) has length 0.5, expected 1");
}

TEST(Arguments, NumbersThatOverflowAreReportedInsteadOfPrinted) {
  EXPECT_EQ(refusal({"inverse-dynamics", arm6, "--v=1e200,1e200,0,0,0,0"}),
            "sinew: inverse dynamics overflows for these numbers");
}

TEST(Arguments, UnknownOptionsAndMissingOnesAreRefusedInOneLine) {
  EXPECT_TRUE(contains(refusal({"pose", arm6, "--frames=tool"}), "--frames"));
  EXPECT_TRUE(contains(refusal({"pose"}), "MODEL"));
  EXPECT_TRUE(contains(refusal({"pose", arm6, "extra"}), "extra"));
}

TEST(Arguments, AMissingOrMisspeltCommandIsReportedWithTheKnownOnes) {
  const Outcome missing = run_program({}), misspelt = run_program({"chekc", arm6});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_EQ(missing.notes,
            "sinew: expected a command: info, check, tree, diff, compute, count, compile, operators, "
            "simulate, optimize, view, xacro or convert (see sinew --help)\n");

  EXPECT_EQ(misspelt.exit_code, 2);
  EXPECT_TRUE(starts_with(misspelt.notes, "sinew: unknown command 'chekc': did you mean 'check'?"));
  EXPECT_EQ(run_program({"--hlep"}).exit_code, 2);
}

}  // namespace sinew::test::arguments_test
