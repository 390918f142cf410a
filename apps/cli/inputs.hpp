// Gathers and checks the model and the state to compute with, from the command line, the state file and defaults.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/sinew.hpp"

namespace sinew::cli {

struct Inputs {
  Model model;
  State state;  // by default the state of the scene, or the model's initial q and zeros
  std::vector<double>
      controls;  // of the actuators; by default those of the position, or zeros within their ranges
};

// Returns the value of --base. Throws RequestError if it is neither fixed nor floating.
Base base_of(const std::optional<std::string>& name);

// The name in requests and messages of a model that is read from standard input.
inline constexpr const char* standard_input = "<stdin>";

// Returns how to read models, as the command line says. Reads standard input if it is the model. Throws RequestError for
// unknown values.
ReadOptions read_options(const ModelRequest& request);

// Returns all errors and warnings of reading and validating the file.
Findings check_model(const ModelRequest& request);

// Reads a scene; exceptions and notes are as for read_model.
Scene open_scene(const ModelRequest& request, std::string& notes);

// Reads the model, or the scene of one model. Throws InvalidModel if it has errors. If it has warnings or physical
// errors, adds a line with their number to `notes`.
Model read_model(const ModelRequest& request, std::string& notes);

// Reads a scene to simulate. A model becomes a scene of its own, at rest at its initial position.
Scene open_scene_or_model(const ModelRequest& request, std::string& notes);

// The command line takes precedence over the state file. Throws RequestError, std::invalid_argument.
Inputs gather_inputs(const ComputeRequest& request, std::string& notes);

bool has_floating_base(const Model& model);

}  // namespace sinew::cli
