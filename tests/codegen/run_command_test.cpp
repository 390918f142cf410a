#include "sinew/codegen/build/run_command.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::run_command_test {

TEST(RunCommand, CollectsBothOutputStreams) {
  const CommandResult result = run_command({"sh", "-c", "echo out; echo err >&2"});
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(result.output, "out\nerr\n");
}

TEST(RunCommand, PassesArgumentsUnchanged) {
  EXPECT_EQ(run_command({"printf", "%s|", "a b", "$HOME", "*; echo 'x"}).output, "a b|$HOME|*; echo 'x|");
}

TEST(RunCommand, CollectsLongOutputs) {
  const CommandResult result =
      run_command({"sh", "-c",
                   "i=0; while [ $i -lt 2000 ]; do echo 0123456789012345678901234567890123456789012345678; "
                   "i=$((i+1)); done"});
  EXPECT_EQ(result.output.size(), 100'000u);
}

TEST(RunCommand, ReportsThatAProgramFailed) {
  EXPECT_FALSE(run_command({"sh", "-c", "exit 3"}).succeeded);
  EXPECT_FALSE(run_command({"sh", "-c", "kill -9 $$"}).succeeded);
  const CommandResult none = run_command({"no-such-program-here"});
  EXPECT_FALSE(none.succeeded);
#ifndef SINEW_EMULATED
  EXPECT_EQ(none.output, "No such file or directory");
#endif
}

// True if a process runs; false if it has ended and waits for its status to be read.
bool runs(pid_t process) {
  std::ifstream state("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, letter;
  return bool(state >> number >> name >> letter) && letter != "Z" && letter != "X";
}

template <class Condition>
bool becomes_true(const Condition& condition) {
  for (int i = 0; i < 20'000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return condition();
}

// A script that starts another program, writes its number to a file, and waits for it.
std::vector<std::string> nested(const TemporaryFolder& folder) {
  return {"sh", "-c", "sleep 1000 & echo $! > '" + (folder / "inner") + "'; echo said; wait"};
}

pid_t inner(const TemporaryFolder& folder) {
  EXPECT_TRUE(becomes_true([&] { return content_of(folder / "inner").ends_with('\n'); }));
  return std::atoi(content_of(folder / "inner").c_str());
}

TEST(RunCommand, KillsAProgramThatTakesTooLongWithItsChildren) {
  const TemporaryFolder folder;
  const CommandResult result = run_command(nested(folder), {.seconds = 0.3});
  EXPECT_FALSE(result.succeeded);
  EXPECT_EQ(result.output, "said\n");
  EXPECT_EQ(result.cut_off, "it did not end within 0.3 s");
  EXPECT_TRUE(becomes_true([&] { return !runs(inner(folder)); }));
}

TEST(RunCommand, StopsOnRequest) {
  const TemporaryFolder folder;
  std::atomic<bool> stop = false;
  std::thread asks([&] {
    inner(folder);
    stop = true;
  });
  const CommandResult result = run_command(nested(folder), {.stop = &stop});
  asks.join();
  EXPECT_FALSE(result.succeeded);
  EXPECT_EQ(result.cut_off, "it was stopped");
  EXPECT_TRUE(becomes_true([&] { return !runs(inner(folder)); }));
}

TEST(RunCommand, LeavesNothingRunningWhenItsOwnProcessIsKilled) {
  const TemporaryFolder folder;
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    run_command(nested(folder));
    ::_exit(0);
  }
  const pid_t started = inner(folder);
  EXPECT_TRUE(runs(started));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(becomes_true([&] { return !runs(started); }));
}

TEST(RunCommand, DoesNotWaitForBackgroundProcessesOfAProgram) {
  const TemporaryFolder folder;
  const CommandResult result =
      run_command({"sh", "-c", "sleep 1000 & echo $! > '" + (folder / "inner") + "'"}, {.seconds = 100});
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(result.cut_off, "");
  EXPECT_TRUE(becomes_true([&] { return !runs(inner(folder)); }));
}

TEST(RunCommand, GivesTheProgramEmptyInput) {
  const CommandResult result = run_command({"cat"});
  EXPECT_TRUE(result.succeeded);
  EXPECT_EQ(result.output, "");
}

}  // namespace sinew::test::run_command_test
