// A number that remembers how it was made: recursions that run on symbols leave the arithmetic they would do.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

class SymbolGraph;

// A node of the graph in which this thread records (SymbolGraph::Recording).
class Symbol {
 public:
  Symbol() = default;
  Symbol(double constant);

 private:
  friend class SymbolGraph;
  std::int32_t node_ = 0;  // 0 is the constant zero in every graph
};

}  // namespace sinew
