// The model and the numbers to compute with, gathered from the command line, the state file and defaults, and
// checked.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/io/scene.hpp"
#include "sinew/sinew.hpp"

namespace sinew::cli {

struct Inputs {
  Model model;
  State state;  // where nothing was given the scene's, else q where the model starts and the rest zero
};

// Of --base; throws RequestError where it is neither fixed nor floating.
Base base_of(const std::optional<std::string>& name);

// Everything that reading and validating the file finds.
Findings check_model(const ModelRequest& request);

// Reads a scene; throws and notes as below.
Scene open_scene(const ModelRequest& request, std::string& notes);

// Reads the model, or the scene of one model. Throws InvalidModel when it has errors; where it has warnings, one line in `notes` counts
// them.
Model read_model(const ModelRequest& request, std::string& notes);

// What can be simulated: a scene, or a model as a scene of its own, at rest where it starts.
Scene open_scene_or_model(const ModelRequest& request, std::string& notes);

// The command line wins over the state file. Throws RequestError.
Inputs gather_inputs(const ComputeRequest& request, std::string& notes);

bool has_floating_base(const Model& model);

}  // namespace sinew::cli
