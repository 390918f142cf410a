// `sinew info`, `sinew check`, and models with errors.
#include <gtest/gtest.h>

#include "tests/support/run_program.hpp"

namespace sinew::testing {
namespace {

// A pendulum whose rod stands in line 3 and whose joint in line 5.
std::string pendulum_with_mass(const std::string& mass) {
  return R"(<robot name="pendulum">
  <link name="base"/>
  <link name="rod"><inertial><origin xyz="0 0 -0.5"/><mass value=")" +
         mass + R"("/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
  <joint name="hinge" type="continuous"><parent link="base"/><child link="rod"/><axis xyz="0 1 0"/></joint>
</robot>
)";
}

TEST(Check, OfEveryModelOfTheProjectFindsNothing) {
  for (const char* name : {"arm6.urdf", "arm7.urdf", "quadruped.urdf", "humanoid.urdf", "humanoid.xml",
                           "four_bar.urdf", "slider_crank.urdf", "stewart_platform.urdf"}) {
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
  EXPECT_TRUE(starts_with(outcome.output, file.path() + ":3: error:"));
  EXPECT_TRUE(contains(outcome.output, "rod"));
  EXPECT_TRUE(contains(outcome.output, file.path() + ": 1 error, 0 warnings\n"));
}

TEST(Check, OfAModelWithWarningsShowsThemAndExitsWithZero) {
  std::string text = pendulum_with_mass("1");
  text.insert(text.find("<joint"), "<surprise/>");
  const TemporaryFile file(text, ".urdf");
  const Outcome outcome = run_program({"check", file.path()});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, ":5: warning:"));
  EXPECT_TRUE(contains(outcome.output, "0 errors, 1 warning\n"));
}

TEST(Check, OfAFileThatIsNotThereExitsWithOne) {
  const Outcome outcome = run_program({"check", "/nowhere/robot.urdf"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "/nowhere/robot.urdf"));
}

TEST(ModelsWithErrors, AreRefusedByInfoAndComputeWithTheFindingsOnStandardError) {
  const TemporaryFile file(pendulum_with_mass("nan"), ".urdf");
  for (const auto& arguments :
       {std::vector<std::string>{"info", file.path()}, {"compute", "pose", file.path()}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(contains(outcome.notes, file.path() + ":3: error:"));
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
  EXPECT_TRUE(contains(outcome.output, "potential"));
}

TEST(Info, TellsSizesMassAndLimits) {
  const Outcome outcome = run_program({"info", model_path("quadruped.urdf"), "--base", "floating"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (const char* part :
       {"quadruped (", "base       floating", "joints     13 that move",
        "freedoms   18 (q has 19 numbers, v has 18)", "mass       16.76 kg", "front_left_hip_roll",
        "-0.7 .. 0.9 rad", "34 Nm", "21 rad/s", "hind_right_foot", "imu"}) {
    EXPECT_TRUE(contains(outcome.output, part));
  }
}

TEST(Info, OfAFixedBaseCountsOnlyTheJoints) {
  const Outcome outcome = run_program({"info", model_path("humanoid.xml"), "--base=fixed"});
  EXPECT_TRUE(contains(outcome.output, "base       fixed"));
  EXPECT_TRUE(contains(outcome.output, "freedoms   30 (q has 30 numbers, v has 30)"));
}

}  // namespace
}  // namespace sinew::testing
