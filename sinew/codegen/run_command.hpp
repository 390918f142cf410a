// Another program, run to its end without a shell, and never longer than it may.
//
// The program and all that it starts are one process group. The group is killed when the time is over, when a stop is asked for, and
// when this process ends in whatever way: nothing goes on without the one who waits for it.
#pragma once

#include <atomic>
#include <limits>
#include <string>
#include <vector>

namespace sinew {

struct CommandLimits {
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;  // looked at many times a second
};

struct CommandResult {
  bool succeeded = false;  // it ended by itself, with status 0
  std::string output;  // standard output and standard error, in the order written; or why it could not be run
  std::string cut_off{};  // why it was killed, "it did not end within 10 s"; empty: it ended by itself
};

// words[0] is looked up on PATH where it has no slash. The program reads nothing from standard input.
CommandResult run_command(const std::vector<std::string>& words, const CommandLimits& limits = {});

}  // namespace sinew
