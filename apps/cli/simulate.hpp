// Simulates a scene and writes the results.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/cli/interrupt.hpp"
#include "apps/cli/request.hpp"
#include "sinew/io/scene.hpp"

namespace sinew::cli {

struct Simulated {
  std::string scene;
  SimulationPlan plan;  // with the changes of the command line
  SimulationReport report;
  std::string result, csv, html;  // files; empty if not written
  std::string older;              // older result, kept because this run did not finish; or empty
  std::string page;               // description of the page that was written
  std::string page_problem;       // why no page was written
};

std::vector<std::string> integrator_names();
std::vector<std::string> model_force_names();  // the forces that SimulateRequest::without may name

// Runs the simulation and shows a progress bar on a terminal. Ctrl-C ends the run after the current step; before the
// first step it throws Interrupted. Also throws RequestError, InvalidModel, OutputError, std::invalid_argument.
Simulated simulate(const SimulateRequest& request, std::string& notes);
// The same for a scene that `change` changes before anything is written, and a simulation to which `add` adds parts.
Simulated simulate(const SimulateRequest& request, std::string& notes,
                   const std::function<void(Scene&, const Interrupt&)>& change,
                   const std::function<void(Simulation&)>& add);

std::string simulation_text(const Simulated& run);
std::string simulation_json(const Simulated& run);

}  // namespace sinew::cli
