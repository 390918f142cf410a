// How the program ends.
#pragma once

#include <stdexcept>

namespace sinew::cli {

enum ExitCode : int {
  success = 0,
  model_has_errors = 1,
  wrong_request = 2,  // arguments, sizes, names, state files
  output_failed = 3,  // a full disk, a closed pipe
  run_failed = 4,     // a simulation that could not go on
  interrupted = 130,  // by Ctrl-C, as shells have it
};

// The user asked for something that cannot be done; the message is one line and says what was expected.
class RequestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user wants no more of it; nothing was written.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted; nothing was written") {}
};

}  // namespace sinew::cli
