// Runs another program to its end, without a shell and within a time limit.
//
// The program and all processes that it starts are one process group. The group is killed when the time is over, when
// the caller requests a stop, and when this process ends for any reason, so that nothing runs on without its caller.
#pragma once

#include <atomic>
#include <limits>
#include <string>
#include <vector>

namespace sinew {

struct CommandLimits {
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;  // checked many times a second; true kills the program
};

struct CommandResult {
  bool succeeded = false;  // it ended by itself, with status 0
  std::string output;  // standard output and standard error, in the order written; or why it could not be run
  std::string cut_off{};  // why it was killed, "it did not end within 10 s"; empty if it ended by itself
};

// words[0] is looked up on PATH if it has no slash. The program's standard input is empty.
CommandResult run_command(const std::vector<std::string>& words, const CommandLimits& limits = {});

}  // namespace sinew
