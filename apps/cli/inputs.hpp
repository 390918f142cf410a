// The model and the numbers to compute with, gathered from the command line, the state file and defaults, and
// checked.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/sinew.hpp"

namespace sinew::cli {

struct Inputs {
  Model model;
  State state;  // q is neutral and the rest zero where nothing was given
};

// Everything that reading and validating the file finds.
Findings check_model(const ModelRequest& request);

// Reads the model. Throws InvalidModel when it has errors; where it has warnings, one line in `notes` counts
// them.
Model read_model(const ModelRequest& request, std::string& notes);

// The command line wins over the state file. Throws RequestError.
Inputs gather_inputs(const ComputeRequest& request, std::string& notes);

bool has_floating_base(const Model& model);

}  // namespace sinew::cli
