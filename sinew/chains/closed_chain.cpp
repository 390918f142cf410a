#include "sinew/chains/closed_chain.hpp"

namespace sinew {

const char* name_of(Strategy strategy) {
  constexpr const char* names[] = {"automatic", "block_omega", "embedding", "dense"};
  return names[std::size_t(strategy)];
}

template class ClosedChain<double>;
template class ClosedChain<float>;

}  // namespace sinew
