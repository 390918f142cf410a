// `sinew xacro`, and xacro files given to the other commands.
#include <gtest/gtest.h>

#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::xacro_test {

const std::string arm = source_folder() + "/tests/data/xacro/arm.xacro";

TEST(XacroCommand, PrintsTheExpandedRobotWhichTheOtherCommandsRead) {
  const TemporaryFolder folder;
  const Outcome printed = run_program({"xacro", arm, "--xacro-arg", "joints:=5"});
  EXPECT_EQ(printed.exit_code, 0);
  EXPECT_TRUE(contains(printed.output, "<link name=\"link5\">"));
  EXPECT_EQ(printed.output.find("xacro:"), std::string::npos);
  const std::string file = folder / "arm.urdf";
  EXPECT_EQ(run_program({"xacro", arm, "--xacro-arg", "joints:=5", "-o", file}).exit_code, 0);
  EXPECT_EQ(content_of(file), printed.output);
  EXPECT_EQ(run_program({"xacro", arm, "-o", file}).exit_code, 0);  // replaces its own file
  const Outcome expanded = run_program({"info", file, "--json"});
  const Outcome direct = run_program({"info", arm, "--json"});
  EXPECT_EQ(direct.exit_code, 0);
  EXPECT_EQ(direct.output, expanded.output);
}

TEST(XacroCommand, KeepsFilesThatItDidNotWrite) {
  const TemporaryFile file("<robot/>", ".urdf");
  const Outcome outcome = run_program({"xacro", arm, "-o", file.path()});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(file.content(), "<robot/>");
}

TEST(XacroCommand, RefusesArgumentsThatAreUnknownOrMalformed) {
  const Outcome unknown = run_program({"check", arm, "--xacro-arg", "jiont:=5"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_TRUE(contains(unknown.output, "unknown xacro argument 'jiont': did you mean 'joints'?"));
  const Outcome malformed = run_program({"info", arm, "--xacro-arg", "joints=5"});
  EXPECT_EQ(malformed.exit_code, 2);
  EXPECT_TRUE(contains(malformed.notes, "--xacro-arg: 'joints=5' was given; expected NAME:=VALUE"));
  const TemporaryFile scene("model: " + arm + "\n", ".yaml");
  EXPECT_TRUE(contains(run_program({"info", scene.path(), "--xacro-arg", "joints:=5"}).notes,
                       "write xacro_arguments next to model in it"));
}

}  // namespace sinew::test::xacro_test
