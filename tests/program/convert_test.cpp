// `sinew convert`.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::convert_test {

TEST(Convert, WritesAFormatByTheEndingOfTheNameAndReplacesItsOwnFiles) {
  const TemporaryFolder folder;
  const std::string arm = model_path("arm7.urdf");
  for (const char* const name : {"arm.urdf", "arm.xml", "arm.mjcf", "arm.sdf", "arm.world"}) {
    for (int i = 0; i < 2; ++i) {
      const Outcome outcome = run_program({"convert", arm, folder / name});
      EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
      EXPECT_TRUE(starts_with(outcome.output, (folder / name) + ": "));
    }
    const Outcome read = run_program({"info", folder / name});
    EXPECT_EQ(read.exit_code, 0) << read.notes;
    EXPECT_TRUE(contains(read.output, "DOF        7"));
  }
  EXPECT_TRUE(contains(content_of(folder / "arm.mjcf"), "<mujoco model=\"arm7\">"));
  EXPECT_TRUE(contains(content_of(folder / "arm.world"), "<model name=\"arm7\">"));
  EXPECT_EQ(run_program({"diff", arm, folder / "arm.urdf"}).exit_code, 0);
}

TEST(Convert, ReadsStandardInputAndWritesStandardOutput) {
  const std::string text = content_of(model_path("arm7.urdf"));
  const Outcome outcome = run_program_with_input(text, {"convert", "-", "-", "--to", "mjcf"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(starts_with(outcome.output,
                          "<?xml version=\"1.0\"?>\n<!-- Converted by sinew from <stdin> -->\n<mujoco"));
  const Outcome back = run_program_with_input(outcome.output, {"convert", "-", "-", "--to", "urdf"});
  EXPECT_EQ(back.exit_code, 0) << back.notes;
  EXPECT_TRUE(contains(back.output, "<robot name=\"arm7\">"));
}

TEST(Convert, WritesNamedPositionsNextToUrdf) {
  const TemporaryFolder folder;
  const std::string robot = folder / "robot.xml", urdf = folder / "robot.urdf", srdf = folder / "robot.srdf";
  std::ofstream(robot)
      << R"(<mujoco model="arm"><worldbody><body name="arm"><joint name="hinge" axis="0 1 0"/>
    <geom size=".1" pos=".5 0 0" mass="2"/></body></worldbody>
    <keyframe><key name="home" qpos="0.25"/></keyframe></mujoco>)";
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = run_program({"convert", robot, urdf, "--write-srdf", srdf});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
    EXPECT_FALSE(contains(outcome.notes, "named positions"));
  }
  const Outcome pose = run_program({"compute", "pose", urdf, "--srdf", srdf, "--q=home", "--json"});
  EXPECT_EQ(pose.exit_code, 0) << pose.notes;
  EXPECT_TRUE(contains(pose.output, "\"q\": [0.25]")) << pose.output;
  const auto refusal = [&](const std::string& file, const std::string& out) {
    const Outcome outcome = run_program({"convert", file, out, "--write-srdf", srdf});
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.notes;
  };
  EXPECT_EQ(refusal(robot, folder / "robot.sdf"), "sinew: --write-srdf: SDF has no SRDF; expected URDF\n");
  EXPECT_EQ(refusal(model_path("arm7.urdf"), folder / "arm.urdf"),
            "sinew: --write-srdf: arm7 has no named positions\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "arm.urdf"));
}

TEST(Convert, ReadsXacroAndPutsTheRobotOnAFloatingBase) {
  const TemporaryFolder folder;
  const std::string arm = source_folder() + "/tests/data/xacro/arm.xacro", out = folder / "arm.xml";
  const Outcome outcome =
      run_program({"convert", arm, out, "--xacro-arg", "joints:=5", "--base", "floating"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(contains(content_of(out), "type=\"free\""));
  EXPECT_TRUE(contains(run_program({"info", out}).output, "floating"));
}

TEST(Convert, WarnsOfLossesWhichStrictTurnsIntoAnError) {
  const TemporaryFolder folder;
  const std::string humanoid = model_path("humanoid.xml"), out = folder / "humanoid.urdf";
  const Outcome strict = run_program({"convert", humanoid, out, "--strict"});
  EXPECT_EQ(strict.exit_code, 6);
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_TRUE(contains(strict.notes, "warning: URDF "));
  EXPECT_TRUE(contains(strict.notes, "sinew: nothing was written: URDF cannot express "));
  const Outcome outcome = run_program({"convert", humanoid, out});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.notes, "warning: URDF "));
  EXPECT_TRUE(std::filesystem::exists(out));
}

TEST(Convert, KeepsFilesThatItDidNotWriteAndItsInput) {
  const TemporaryFile file("<robot/>", ".urdf");
  const std::string arm = model_path("arm7.urdf");
  const Outcome other = run_program({"convert", arm, file.path()});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(contains(other.notes, "exists and is not a robot written by sinew"));
  EXPECT_EQ(file.content(), "<robot/>");
  const Outcome same = run_program({"convert", arm, arm});
  EXPECT_EQ(same.exit_code, 2);
  EXPECT_TRUE(contains(same.notes, "is an input file; give another name"));
}

TEST(Convert, RefusesUnknownFormatsAndPlacesThatCannotBeWritten) {
  const std::string arm = model_path("arm7.urdf");
  const Outcome ending = run_program({"convert", arm, "arm.txt"});
  EXPECT_EQ(ending.exit_code, 2);
  EXPECT_TRUE(contains(ending.notes, "expected a name that ends in .urdf"));
  EXPECT_EQ(run_program({"convert", arm, "-"}).exit_code, 2);
  const Outcome format = run_program({"convert", arm, "-", "--to", "sfd"});
  EXPECT_EQ(format.exit_code, 2);
  EXPECT_TRUE(contains(format.notes, "did you mean 'sdf'?"));
  const TemporaryFolder folder;
  const Outcome place = run_program({"convert", arm, folder / "missing/arm.xml"});
  EXPECT_EQ(place.exit_code, 3);
  EXPECT_TRUE(contains(place.notes, "there is no folder"));
  EXPECT_EQ(run_program({"convert", folder / "missing.urdf", folder / "arm.xml"}).exit_code, 1);
}

}  // namespace sinew::test::convert_test
