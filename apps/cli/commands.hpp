// Runs the commands of the program. Each function returns an exit code and the texts to print.
#pragma once

#include <string>

#include "apps/cli/errors.hpp"
#include "apps/cli/request.hpp"

namespace sinew::cli {

struct Answer {
  ExitCode code = success;
  std::string output;  // for standard output
  std::string notes;   // for standard error
};

Answer run_info(const InfoRequest& request);
Answer run_check(const ModelRequest& request);
Answer run_tree(const TreeRequest& request);
Answer run_diff(const DiffRequest& request);
Answer run_compute(const ComputeRequest& request);
Answer run_count(const CountRequest& request);
Answer run_compile(const CompileRequest& request);
Answer run_operators(const OperatorsRequest& request);
Answer run_optimize(const OptimizeRequest& request);
Answer run_simulate(const SimulateRequest& request);
Answer run_view(const ViewRequest& request);
Answer run_xacro(const XacroRequest& request);
Answer run_convert(const ConvertRequest& request);

}  // namespace sinew::cli
