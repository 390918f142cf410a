// Looks for the motion that a scene describes, and simulates it.
#pragma once

#include <string>

#include "apps/cli/simulate.hpp"
#include "sinew/simulate/optimal/optimize.hpp"

namespace sinew::cli {

struct Optimized {
  OptimizedMotion motion;
  double wall_seconds = 0;  // of the search
  Simulated run;
};

// Throws RequestError if the scene has no section `optimize`; otherwise as `simulate`.
Optimized optimize(const OptimizeRequest& request, std::string& notes);

std::string optimization_text(const Optimized& found);
std::string optimization_json(const Optimized& found);

}  // namespace sinew::cli
