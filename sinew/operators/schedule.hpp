// Values into sweeps.
#pragma once

#include <vector>

#include "sinew/operators/program.hpp"

namespace sinew::operators {

// A program's values with what makes them.
struct UnscheduledProgram {
  std::vector<ProgramValue> values;
  std::vector<std::vector<Part>> parts;  // of each value
  int result = 0;
};

// Every sweep takes all that its direction allows; the directions with more recursions first.
std::vector<ProgramSweep> schedule(const UnscheduledProgram& program);

bool is_hop(const Expression& op);

}  // namespace sinew::operators
