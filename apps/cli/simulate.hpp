// Runs a scene through time and writes its results.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew::cli {

struct Simulated {
  std::string scene;
  SimulationPlan plan;  // with what the command line changed
  SimulationReport report;
  std::string result, csv, html;  // files; empty: none
  std::string older;              // the result of an earlier run that was left in its place; empty: none
  std::string page;               // what was written as html, in words
  std::string page_problem;       // why nothing was
};

std::vector<std::string> integrator_names();

// Throws RequestError, InvalidModel, OutputError, std::invalid_argument. Shows a progress bar on a terminal. Ctrl-C ends the
// run after the step; before the first step Interrupted is thrown.
Simulated simulate(const SimulateRequest& request, std::string& notes);

std::string simulation_text(const Simulated& run);
std::string simulation_json(const Simulated& run);

}  // namespace sinew::cli
