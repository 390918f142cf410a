// Generated code against the general recursions, at random states.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "sinew/codegen/function.hpp"

namespace sinew {

struct Verification {
  double worst =
      0;           // largest difference over the largest number of the answer (over 1 where that is smaller)
  int states = 0;  // that were compared, for each function
  std::string complaint;  // empty: all agree
};

// What is verified: function number `function` at `lanes` states side by side, x[entry * lanes + lane].
using CodeUnderTest =
    std::function<void(std::size_t function, std::span<const double* const> inputs, double* output)>;

struct VerifyOptions {
  int states = 16, lanes = 1;
  bool single_precision = false;
};

// Differences up to 1e-12 are allowed (single precision: 1e-12 times what its numbers are rounded coarser), or, where
// the robot answers to roundings more strongly than that, 100 times what rounding the inputs changes.
// Open parameters are tried at values near their nominal ones.
Verification verify(const Model& model, const SymbolicRobot& robot, std::span<const Wanted> wanted,
                    const CodeUnderTest& code, const VerifyOptions& options = {});

}  // namespace sinew
