// Parameters of the robot that stay open in generated code (names: codegen/function.hpp).
#pragma once

#include "sinew/codegen/function.hpp"
#include "sinew/model/tree.hpp"

namespace sinew {

// Their names and what the model has for them. Throws std::invalid_argument for names it does not know or that come
// twice.
ParameterList find_parameters(const Model& model, std::span<const std::string> names);

// Puts `values`, one per name, in the place of the tree's constants.
void open_parameters(const Model& model, const ParameterList& parameters, std::span<const Symbol> values,
                     Tree<Symbol>& tree);

// The same robot with these values for its parameters. Throws InvalidModel where they make none.
Model with_parameters(const Model& model, std::span<const std::string> names, std::span<const double> values);

}  // namespace sinew
