// Traces quantities of a robot together with the derivatives that CasADi uses: rates, weights and Jacobians by the numbers of
// all arguments, open parameters included.
#pragma once

#include "sinew/codegen/trace/function.hpp"

namespace sinew {

// An argument or a result in CasADi's interface.
struct CasadiMatrix {
  std::string name;
  // As CasADi's compressed column storage: rows, columns, then 1 if all entries are stored, else the first entry of each
  // column, their number, and the row of each entry.
  std::vector<int> sparsity;
  bool is_passed = true;  // false: nothing is stored, and the code does not take it
};

struct CasadiFunction {
  std::string kind;      // "", "fwd1_", "adj1_" or "jac_"
  std::string quantity;  // "forward_dynamics", "pose_tool", ...
  std::size_t code = 0;  // among the robot's functions
  std::vector<CasadiMatrix> inputs, outputs;
};

// Functions in groups of four: a quantity f, fwd1_f (rates of the result), adj1_f (weights of the arguments) and jac_f. The
// robot's functions are the quantities first, in the order of the request, and then their derivatives.
struct CasadiRobot {
  SymbolicRobot robot;
  std::vector<CasadiFunction> functions;
};

// Throws std::invalid_argument like `trace`, and for quantities that are derivatives.
CasadiRobot trace_for_casadi(const Model& model, std::span<const QuantityRequest> wanted,
                             std::span<const std::string> parameters = {},
                             Followers followers = Followers::embedded);

}  // namespace sinew
