// Rounding errors that stand where zeros and ones are meant.
//
// A right angle between two axes of a model file comes out of the choice of frames with a cosine of 6e-17. On symbols
// that is a number like any other, and costs operations like any other. Constants within a few units of rounding of 0,
// 1 and -1, measured by the numbers they stand beside, become what is meant; answers change by no more than rounding.
#pragma once

#include "sinew/model/tree.hpp"
#include "sinew/scalar/symbol.hpp"

namespace sinew {

void tidy_constants(const SymbolGraph& graph, Tree<Symbol>& tree);

}  // namespace sinew
