// Compares generated code with the general recursions at random states.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "sinew/codegen/trace/function.hpp"

namespace sinew {

struct Verification {
  double worst =
      0;           // largest difference, relative to the answer's largest number (or to 1 if that is smaller)
  int states = 0;  // number of states compared, for each function
  std::string complaint;  // empty if all agree
};

// The code to verify: runs function number `function` at `lanes` states side by side, x[entry * lanes + lane]. Several
// outputs follow each other.
using CodeUnderTest =
    std::function<void(std::size_t function, std::span<const double* const> inputs, double* output)>;

struct VerifyOptions {
  int states = 16, lanes = 1;
  bool single_precision = false;
};

// Allows differences up to 1e-12 (in single precision, more by the ratio of the machine epsilons) or, where the robot
// is more sensitive to rounding, up to 100 times the change that rounding the inputs causes. Tries open parameters at
// values near their nominal ones. The robot's functions are those of `wanted`, and others that are not compared.
Verification verify(const Model& model, const SymbolicRobot& robot, std::span<const QuantityRequest> wanted,
                    const CodeUnderTest& code, const VerifyOptions& options = {});

// Returns code that evaluates the symbolic expressions, for tests and where there is no compiler. `robot` must outlive it.
CodeUnderTest evaluated(const SymbolicRobot& robot);

}  // namespace sinew
