// Assigns each value of a program to a sweep.
#pragma once

#include <vector>

#include "sinew/operators/lower/program.hpp"

namespace sinew::operators {

// The values of a program and the terms that define them.
struct UnscheduledProgram {
  std::vector<ProgramValue> values;
  std::vector<std::vector<Part>> parts;  // of each value
  int result = 0;
};

// Each sweep computes all values that its direction allows. The direction in which more values cross joints comes
// first.
std::vector<ProgramSweep> schedule(const UnscheduledProgram& program);

// Whether `op` passes values between neighbouring links: E_phi, E_psi, K and their adjoints.
bool is_hop(const Expression& op);

}  // namespace sinew::operators
