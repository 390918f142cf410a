// Another program, run to its end without a shell.
#pragma once

#include <string>
#include <vector>

namespace sinew {

struct CommandResult {
  bool succeeded = false;  // it ended by itself, with status 0
  std::string output;  // standard output and standard error, in the order written; or why it could not be run
};

// words[0] is looked up on PATH where it has no slash. The program reads nothing from standard input.
CommandResult run_command(const std::vector<std::string>& words);

}  // namespace sinew
