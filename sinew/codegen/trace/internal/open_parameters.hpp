// Leaves chosen constants of a robot open as parameters of generated code (for their names see
// codegen/trace/function.hpp).
#pragma once

#include "sinew/codegen/trace/function.hpp"
#include "sinew/model/tree/tree.hpp"

namespace sinew {

// Returns the names with the model's values. Throws std::invalid_argument for names that are unknown or occur twice.
ParameterList find_parameters(const Model& model, std::span<const std::string> names);

// Replaces the tree's constants by `values`, one per name.
void open_parameters(const Model& model, const ParameterList& parameters, std::span<const Symbol> values,
                     Tree<Symbol>& tree);

// Returns the same robot with these values for its parameters. Throws InvalidModel if they do not describe a robot.
Model with_parameters(const Model& model, std::span<const std::string> names, std::span<const double> values);

}  // namespace sinew
