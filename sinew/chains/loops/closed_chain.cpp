#include "sinew/chains/loops/closed_chain.hpp"

#include <iterator>

namespace sinew {

namespace {
constexpr const char* names[] = {"automatic", "block_omega", "embedding", "dense"};
}

void edge::check_strategy(Strategy strategy) {
  edge::check_index("strategy", int(strategy), int(std::size(names)));
}

const char* name_of(Strategy strategy) {
  edge::check_strategy(strategy);
  return names[std::size_t(strategy)];
}

template class ClosedChain<double>;
template class ClosedChain<float>;

}  // namespace sinew
