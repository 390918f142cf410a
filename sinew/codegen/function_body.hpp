// The statements of a generated function: its operations in the order of their schedule, a line each.
#pragma once

#include <string>

#include "sinew/codegen/dialect.hpp"
#include "sinew/codegen/function.hpp"

namespace sinew {

// Arguments go by their names; temporaries are t1, t2, ..., and arrays of angles, sines and cosines.
std::string function_body(const SymbolGraph& graph, const SymbolicFunction& function, const Dialect& dialect);

}  // namespace sinew
