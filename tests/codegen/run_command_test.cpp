#include "sinew/codegen/run_command.hpp"

#include <gtest/gtest.h>

namespace sinew::test {
namespace {

TEST(RunCommand, CollectsWhatIsSaidOnBothStreams) {
  const CommandResult result = run_command({"sh", "-c", "echo out; echo err >&2"});
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(RunCommand, HandsArgumentsOverAsTheyAre) {
  EXPECT_EQ(run_command({"printf", "%s|", "a b", "$HOME", "*; echo 'x"}).output, "a b|$HOME|*; echo 'x|");
}

TEST(RunCommand, TakesLongOutputs) {
  const CommandResult result =
      run_command({"sh", "-c",
                   "i=0; while [ $i -lt 2000 ]; do echo 0123456789012345678901234567890123456789012345678; "
                   "i=$((i+1)); done"});
  EXPECT_EQ(result.output.size(), 100'000u);
}

TEST(RunCommand, SaysWhenAProgramFails) {
  EXPECT_FALSE(run_command({"sh", "-c", "exit 3"}).succeeded);
  EXPECT_FALSE(run_command({"sh", "-c", "kill -9 $$"}).succeeded);
  const CommandResult none = run_command({"no-such-program-here"});
  EXPECT_FALSE(none.succeeded);
  EXPECT_EQ(none.output, "No such file or directory");
}

TEST(RunCommand, GivesItNothingToRead) {
  const CommandResult result = run_command({"cat"});
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(result.output, "");
}

}  // namespace
}  // namespace sinew::test
