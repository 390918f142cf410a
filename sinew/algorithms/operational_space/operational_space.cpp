#include "sinew/algorithms/operational_space/operational_space.hpp"

#include <stdexcept>

namespace sinew {

namespace edge {

void no_frames() {
  throw std::invalid_argument("an operational space needs at least one frame");
}

void singular_frames(const std::string& frames, int rank, int rows) {
  throw std::domain_error("the operational inertia of " + frames + " does not exist at this position: rank " +
                          std::to_string(rank) + ", expected " + std::to_string(rows));
}

}  // namespace edge

template class OperationalSpace<double>;
template class OperationalSpace<float>;

}  // namespace sinew
