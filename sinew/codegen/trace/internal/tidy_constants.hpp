// Replaces constants that differ from 0, 1 or -1 only by rounding errors.
//
// A right angle between two axes of a model file gets a cosine of 6e-17 when frames are chosen. On symbols this is a
// number like any other, and costs operations like any other. Constants within a few roundings of 0 (and, in rotations,
// of 1 and -1), relative to the numbers that they belong with, become exact. Results change by no more than rounding.
#pragma once

#include "sinew/model/tree/tree.hpp"
#include "sinew/scalar/symbol.hpp"

namespace sinew {

void tidy_constants(const SymbolGraph& graph, Tree<Symbol>& tree);

}  // namespace sinew
