// Chooses the order in which the operations of a generated function are written.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/codegen/trace/function.hpp"

namespace sinew {

struct Schedule {
  // Angles whose sines or cosines are needed, in rounds: the angles of a round depend on sines of earlier rounds only.
  std::vector<std::vector<Symbol>> angles;
  // All other operations that the outputs need, with operands before their uses.
  std::vector<std::int32_t> order;
  // Per node of the graph: true for a product that only one sum uses. It is written inside that sum, as a fused
  // multiply-add if the machine has one.
  std::vector<bool> inside;
  std::vector<int> uses;  // per node of the graph: number of uses as an operand or as an output
};

Schedule schedule(const SymbolGraph& graph, const SymbolicFunction& function);

}  // namespace sinew
