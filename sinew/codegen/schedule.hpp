// The order in which a function's operations are written down.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/codegen/function.hpp"

namespace sinew {

struct Schedule {
  // Angles whose sines or cosines are needed, in rounds: those of a round need no sine of the same round.
  std::vector<std::vector<Symbol>> angles;
  // All other operations that the outputs need, operands first.
  std::vector<std::int32_t> order;
  // Per node of the graph: a product that only one sum uses, written inside it. One instruction where the machine can
  // do both.
  std::vector<bool> inside;
  std::vector<int> uses;  // per node of the graph: as an operand, or as an output
};

Schedule schedule(const SymbolGraph& graph, const SymbolicFunction& function);

}  // namespace sinew
