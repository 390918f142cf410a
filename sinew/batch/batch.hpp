// Many states of one robot at once: lanes of a vector register times threads.
#pragma once

#include "sinew/algorithms/workspace.hpp"
#include "sinew/batch/blocks.hpp"

namespace sinew {

struct BatchOptions {
  Layout layout = Layout::by_state;
  int threads = 1;  // 0: as many as the machine has
};

// Made once; afterwards a call allocates nothing. The number of states follows from the sizes of the arguments.
template <Scalar T>
class Batch;

}  // namespace sinew
