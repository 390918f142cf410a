// Traces quantities together with their derivatives by the numbers of all arguments: rates of the result, weights of the
// arguments, and Jacobians.
#pragma once

#include "sinew/codegen/trace/function.hpp"

namespace sinew {

struct DerivativeFunctions {
  SymbolicFunction rates;     // takes the rates of the arguments after these
  SymbolicFunction weights;   // takes the weights of the result after the arguments; one output per argument
  SymbolicFunction jacobian;  // one output per argument, by columns
};

struct DifferentiatedRobot {
  SymbolicRobot robot;
  std::vector<DerivativeFunctions> derivatives;  // of each of its functions
};

// Throws like `trace`.
DifferentiatedRobot trace_with_derivatives(const Model& model, std::span<const QuantityRequest> wanted,
                                           std::span<const std::string> parameters, Followers followers);

}  // namespace sinew
