// Writes a robot's dynamics as C or C++ source code, and checks the code against the library.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/scalar/counted.hpp"

namespace sinew::cli {

struct WrittenFunction {
  std::string name{}, meaning{};
  std::vector<std::string> arguments{};  // "q[7]"
  Operations operations{};
};

struct Written {
  std::string model{}, name{}, language{};  // name: the namespace (C++) or prefix (C)
  std::vector<WrittenFunction> functions{};
  std::vector<std::string> parameters{};
  std::vector<double> nominal{};
  int lanes = 1;
  bool single = false;
  std::string text{}, file{};  // file: - for standard output
  bool goes_to_stdout = false;
  int states = 0;           // number of states at which the code was checked
  double worst_error = 0;   // relative
  std::string compiler{};   // the command; empty if there is none and the expressions were evaluated instead
  bool was_cached = false;  // the compiled code came from the cache
  double write_seconds = 0, build_seconds = 0;
};

// Writes and checks the code. Shows the current stage on a terminal. Throws RequestError, InvalidModel, OutputError,
// Interrupted.
Written write_compiled(const CompileRequest& request, std::string& notes);

std::string compile_text(const Written& written);
std::string compile_json(const Written& written);

}  // namespace sinew::cli
