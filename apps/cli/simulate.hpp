// Simulates a scene and writes the results.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/simulate/plan.hpp"

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

// Runs the simulation and shows a progress bar on a terminal. Ctrl-C ends the run after the current step; before the
// first step it throws Interrupted. Also throws RequestError, InvalidModel, OutputError, std::invalid_argument.
Simulated simulate(const SimulateRequest& request, std::string& notes);

std::string simulation_text(const Simulated& run);
std::string simulation_json(const Simulated& run);

}  // namespace sinew::cli
