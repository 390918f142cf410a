// Many states of one robot at once: lanes of a vector register times threads.
#pragma once

#include "sinew/algorithms/workspace.hpp"

namespace sinew {

// How the numbers of many states lie in memory.
enum class Layout {
  by_state,      // one state after the other: q(0) ... q(n-1) of the first, then of the second
  by_coordinate  // q(0) of all states, then q(1) of all states
};

struct BatchOptions {
  Layout layout = Layout::by_state;
  int threads = 1;  // 0: as many as the machine has
};

// Made once; afterwards a call allocates nothing. The number of states follows from the sizes of the arguments.
template <Scalar T>
class Batch;

}  // namespace sinew
