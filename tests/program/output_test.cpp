// Tables, help, version, and output that cannot be written.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/run_program.hpp"

namespace sinew::test::output_test {

const std::string arm7 = model_path("arm7.urdf");

std::string line_with(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != std::string::npos) return line;
  }
  return "";
}

TEST(Tables, NameEveryJointWithUnits) {
  const Outcome outcome = run_program({"compute", "forward-dynamics", arm7, "--state", "random:1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  for (int i = 1; i <= 7; ++i) {
    const std::string line = line_with(outcome.output, "joint" + std::to_string(i) + " ");
    for (const char* unit : {" rad ", " rad/s ", " Nm ", " rad/s^2"}) {
      EXPECT_TRUE(contains(line, unit));
    }
  }
}

TEST(Tables, HaveTheSameWidthInEveryRowOfAColumn) {
  const Outcome outcome = run_program({"compute", "inverse-dynamics", arm7, "--state", "random:1"});
  const std::string first = line_with(outcome.output, "joint1 "), last = line_with(outcome.output, "joint7 ");
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(first.size(), last.size());
  EXPECT_EQ(first.find(" rad "), last.find(" rad "));
  EXPECT_EQ(first.rfind('.'), last.rfind('.'));
}

TEST(Tables, OfAFloatingBaseNameItsEntries) {
  const Outcome outcome =
      run_program({"compute", "forward-dynamics", model_path("quadruped.urdf"), "--base", "floating"});
  EXPECT_TRUE(contains(line_with(outcome.output, "floating_base qw"), "1.000000"));
  const std::string fall = line_with(outcome.output, "floating_base vz");
  EXPECT_TRUE(contains(fall, "-9.810000 m/s^2"));
}

TEST(Tables, AreMadeForEveryQuantity) {
  const std::pair<const char*, const char*> expected[] = {
      {"mass-matrix", "kg m^2"},      {"bias-force", "Nm"}, {"gravity-force", "Nm"},
      {"jacobian", "(the last body"}, {"pose", "x [m]"},    {"energy", "kinetic"}};
  for (const auto& [what, part] : expected) {
    const Outcome outcome = run_program({"compute", what, arm7, "--state=random:2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
    EXPECT_TRUE(contains(outcome.output, part));
  }
}

TEST(Tables, OfWideMatricesFitATerminal) {
  const Outcome outcome = run_program({"compute", "mass-matrix", model_path("humanoid.xml")});
  std::istringstream lines(outcome.output);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 120u) << line;
  EXPECT_GT(count, 36u);
}

TEST(Tables, WriteRoundingErrorsAsZero) {
  const Outcome outcome = run_program({"compute", "pose", model_path("quadruped.urdf")});
  EXPECT_TRUE(contains(line_with(outcome.output, "hind_left_foot"), " 0.000000  0.000000  0.000000"));
  EXPECT_EQ(outcome.output.find("e-"), std::string::npos) << outcome.output;
}

TEST(Tables, OfARobotWithoutJointsAreReplacedByAMessage) {
  const TemporaryFile file("<robot name=\"rock\"><link name=\"base\"/></robot>", ".urdf");
  for (const char* what : {"forward-dynamics", "mass-matrix", "jacobian", "pose", "energy"}) {
    const Outcome outcome = run_program({"compute", what, file.path()});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
    EXPECT_TRUE(contains(outcome.output, "(no joint moves)"));
  }
}

TEST(Help, ExistsForEveryCommandWithAnExample) {
  for (const auto& arguments : {std::vector<std::string>{"--help"},
                                {"info", "--help"},
                                {"check", "--help"},
                                {"compute", "--help"},
                                {"compute", "pose", "--help"},
                                {"simulate", "--help"}}) {
    const Outcome outcome = run_program(arguments);
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(contains(outcome.output, "Example"));
    EXPECT_TRUE(contains(outcome.output, "Exit codes"));
    EXPECT_EQ(outcome.notes, "");
  }
}

TEST(Version, IsPrinted) {
  const Outcome outcome = run_program({"--version"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(starts_with(outcome.output, "sinew 0."));
}

TEST(Output, ThatCannotBeWrittenIsAFailure) {
  const std::vector<std::string> arguments = {"compute", "mass-matrix", arm7};
  const Outcome full = run_program(arguments, Stdout::full_disk),
                closed = run_program(arguments, Stdout::closed);
  EXPECT_EQ(full.exit_code, 3);
  EXPECT_EQ(full.notes, "sinew: cannot write the output: No space left on device\n");
  EXPECT_EQ(closed.exit_code, 3);
  EXPECT_EQ(closed.notes, "sinew: cannot write the output: Bad file descriptor\n");
}

TEST(Output, IntoABrokenPipeIsASilentFailure) {
  for (const auto& arguments : {std::vector<std::string>{"compute", "mass-matrix", arm7}, {"--help"}}) {
    const Outcome outcome = run_program(arguments, Stdout::broken_pipe);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_EQ(outcome.notes, "");
  }
}

}  // namespace sinew::test::output_test
