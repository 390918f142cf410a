// Writes the statements of a generated function: its operations in the order of their schedule, one per line.
#pragma once

#include <string>

#include "sinew/codegen/source/internal/dialect.hpp"
#include "sinew/codegen/trace/function.hpp"

namespace sinew {

// Arguments keep their names. Temporaries are called t1, t2, ...; angles, sines and cosines are arrays.
std::string function_body(const SymbolGraph& graph, const SymbolicFunction& function, const Dialect& dialect);

}  // namespace sinew
