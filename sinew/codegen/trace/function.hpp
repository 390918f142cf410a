// Traces a quantity of a robot as straight-line arithmetic, by running its recursion on symbols.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/codegen/quantity.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"
#include "sinew/model/model.hpp"
#include "sinew/scalar/counted.hpp"
#include "sinew/scalar/symbol.hpp"

namespace sinew {

// A named array of the generated function.
struct Argument {
  std::string name, meaning;
  std::vector<Symbol> entries;  // inputs: the graph's input nodes; outputs: the results
};

struct SymbolicFunction {
  std::string name;     // "forward_dynamics", "jacobian_tip"
  std::string meaning;  // one sentence
  std::vector<Argument> inputs, outputs;
};

// The robot's constants that stay open: "BODY.mass", "BODY.com.x" ..., "BODY.inertia.xx" ..., "JOINT.armature",
// "gravity.x" ... They become the last input of every function, `parameters`, in the given order.
struct ParameterList {
  std::vector<std::string> names;
  std::vector<double> nominal;  // the model's values
};

struct SymbolicRobot {
  SymbolGraph graph;
  ParameterList parameters;
  // The coordinates of the results, as indices in v. They are fewer than v has if the robot has followers and these are
  // embedded.
  std::vector<int> independent;
  Followers followers = Followers::free;
  std::vector<SymbolicFunction> functions;
};

// Runs the recursions of the wanted quantities on symbols. Throws std::invalid_argument for unknown frames and
// parameters, for a quantity that is requested twice, takes too many operations or is not among
// offered::by_compiled_robots, for custom joints, which cannot run on symbols, for joints that follow twice unless
// followers are free, and for derivatives of forward dynamics with loops and of robots whose followers are free.
SymbolicRobot trace(const Model& model, std::span<const QuantityRequest> wanted,
                    std::span<const std::string> parameters = {}, Followers followers = Followers::embedded);

// The frame of a quantity: the one it names, or the last body.
FrameIndex frame_of(const Model& model, const QuantityRequest& wanted);

// The operations that a call of the function executes.
Operations operation_count(const SymbolGraph& graph, const SymbolicFunction& function);

}  // namespace sinew
