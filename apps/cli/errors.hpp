// Defines the exit codes of the program and the exceptions that lead to them.
#pragma once

#include <stdexcept>

namespace sinew::cli {

enum ExitCode : int {
  success = 0,
  model_has_errors = 1,
  wrong_request = 2,     // arguments, sizes, names, state files
  output_failed = 3,     // a full disk, a closed pipe, a port in use
  run_failed = 4,        // a simulation that could not continue
  robot_impossible = 5,  // a physical error: inertias that no body has, joints that move none
  models_differ = 6,     // of `sinew diff`; of `sinew convert --strict`
  interrupted = 130,     // by Ctrl-C; the value that shells use
};

// The user requested something that cannot be done. The message is one line and says what was expected.
class RequestError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user interrupted the program before anything was written.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted; nothing was written") {}
};

}  // namespace sinew::cli
