// Adds the options of each command to the parser of its command line.
#pragma once

#include "apps/cli/request.hpp"

namespace CLI {
class App;
}

namespace sinew::cli {

void add_info_options(CLI::App& command, InfoRequest& request);
void add_check_options(CLI::App& command, ModelRequest& request);
void add_tree_options(CLI::App& command, TreeRequest& request);
void add_diff_options(CLI::App& command, DiffRequest& request);
void add_compute_options(CLI::App& command, ComputeRequest& request);
void add_count_options(CLI::App& command, CountRequest& request);
void add_compile_options(CLI::App& command, CompileRequest& request);
void add_operators_options(CLI::App& command, OperatorsRequest& request);
void add_simulate_options(CLI::App& command, SimulateRequest& request);
void add_optimize_options(CLI::App& command, OptimizeRequest& request);
void add_view_options(CLI::App& command, ViewRequest& request);
void add_xacro_options(CLI::App& command, XacroRequest& request);
void add_convert_options(CLI::App& command, ConvertRequest& request);

}  // namespace sinew::cli
