// Adds the command-line options that several commands share: the model, how it is read and changed, and its state.
#pragma once

#include "apps/cli/request.hpp"

namespace CLI {
class App;
}

namespace sinew::cli {

// The file of a model as a positional argument. "-" means standard input.
void add_model_file(CLI::App& command, const char* name, ModelRequest& request, const char* meaning);
// The options that say how to read models.
void add_reading_options(CLI::App& command, ModelRequest& request);
// The positional argument MODEL and the options that say how to read it.
void add_model_options(CLI::App& command, ModelRequest& request);
// The options that change the robot after it has been read.
void add_edit_options(CLI::App& command, ModelRequest& request);
// Gravity and the state of the robot.
void add_state_options(CLI::App& command, ComputeRequest& request);

}  // namespace sinew::cli
