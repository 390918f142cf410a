// `sinew info`, `sinew check`, and models with errors.
#include <gtest/gtest.h>

#include "tests/support/run_program.hpp"

namespace sinew::testing {
namespace {

// A pendulum whose mass stands in line 2.
std::string pendulum_with_mass(const std::string& mass) {
  return "<robot name=\"pendulum\"><link name=\"base\"/><link name=\"rod\"><inertial><origin xyz=\"0 0 "
         "-0.5\"/>\n"
         "<mass value=\"" +
         mass +
         "\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" "
         "izz=\"0.1\"/></inertial></link>\n"
         "<joint name=\"hinge\" type=\"continuous\"><parent link=\"base\"/><child link=\"rod\"/><axis "
         "xyz=\"0 1 "
         "0\"/></joint></robot>\n";
}

TEST(Check, OfEveryModelOfTheProjectFindsNothing) {
  for (const char* name : {"arm6.urdf", "arm7.urdf", "quadruped.urdf", "humanoid.urdf", "humanoid.xml"}) {
    const std::string path = model_path(name);
    const Outcome outcome = run_program({"check", path});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_EQ(outcome.output, path + ": no findings\n");
    EXPECT_EQ(outcome.notes, "");
  }
}

TEST(Check, OfAModelWithErrorsListsThemWithLineAndExitsWithOne) {
  const TemporaryFile file(pendulum_with_mass("-1"), ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.output.substr(0, file.path().size() + 10), file.path() + ":2: error:") << outcome.output;
  EXPECT_NE(outcome.output.find("rod"), std::string::npos);
  EXPECT_NE(outcome.output.find(file.path() + ": 1 error, 0 warnings\n"), std::string::npos)
      << outcome.output;
}

TEST(Check, OfAModelWithWarningsShowsThemAndExitsWithZero) {
  std::string text = pendulum_with_mass("1");
  text.insert(text.find("<joint"), "<surprise/>");
  const TemporaryFile file(text, ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.output.find(":3: warning:"), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("0 errors, 1 warning\n"), std::string::npos) << outcome.output;
}

TEST(Check, OfAFileThatIsNotThereExitsWithOne) {
  const Outcome outcome = run_program({"check", "/nowhere/robot.urdf"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.output.find("/nowhere/robot.urdf"), std::string::npos);
}

TEST(ModelsWithErrors, AreRefusedByInfoAndComputeWithTheFindingsOnStandardError) {
  const TemporaryFile file(pendulum_with_mass("nan"), ".urdf");
  for (const auto& arguments :
       {std::vector<std::string>{"info", file.path()}, {"compute", "pose", file.path()}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.output, "");
    EXPECT_NE(outcome.notes.find(file.path() + ":2: error:"), std::string::npos) << outcome.notes;
  }
}

TEST(ModelsWithWarnings, AreComputedWithAndAnnouncedInOneLine) {
  std::string text = pendulum_with_mass("1");
  text.insert(text.find("<joint"), "<surprise/>");
  const TemporaryFile file(text, ".urdf");
  const Outcome outcome = run_program({"compute", "energy", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.notes,
            "sinew: " + file.path() + " has 1 warning; 'sinew check " + file.path() + "' shows it\n");
  EXPECT_NE(outcome.output.find("potential"), std::string::npos);
}

TEST(Info, TellsSizesMassAndLimits) {
  const Outcome outcome = run_program({"info", model_path("quadruped.urdf"), "--base", "floating"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* part :
       {"quadruped (", "base       floating", "joints     13 that move",
        "freedoms   18 (q has 19 numbers, v has 18)", "mass       16.76 kg", "front_left_hip_roll",
        "-0.7 .. 0.9 rad", "34 Nm", "21 rad/s", "hind_right_foot", "imu"}) {
    EXPECT_NE(outcome.output.find(part), std::string::npos) << part << "\n" << outcome.output;
  }
}

TEST(Info, OfAFixedBaseCountsOnlyTheJoints) {
  const Outcome outcome = run_program({"info", model_path("humanoid.xml"), "--base=fixed"});
  EXPECT_NE(outcome.output.find("base       fixed"), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.output.find("freedoms   30 (q has 30 numbers, v has 30)"), std::string::npos);
}

}  // namespace
}  // namespace sinew::testing
