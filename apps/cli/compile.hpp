// Writes a robot's recursions as code, and checks what was written.
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
  int states = 0;           // compared at
  double worst_error = 0;   // relative
  std::string compiler{};   // the command; empty: there was none, the arithmetic was evaluated
  bool was_cached = false;  // compiled some time before
  double write_seconds = 0, build_seconds = 0;
};

// Throws RequestError, InvalidModel, OutputError, Interrupted. Says on a terminal what it is at.
Written write_compiled(const CompileRequest& request, std::string& notes);

std::string compile_text(const Written& written);
std::string compile_json(const Written& written);

}  // namespace sinew::cli
