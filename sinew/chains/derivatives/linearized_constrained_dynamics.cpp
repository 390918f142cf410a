#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"

#include <stdexcept>
#include <string>

namespace sinew {

namespace edge {
void rank_changes(const char* function, int rank, int rows) {
  throw std::domain_error(std::string(function) + ": the derivative does not exist: " + std::to_string(rank) +
                          " of the " + std::to_string(rows) +
                          " constraint rows are independent, and this number is larger at nearby positions");
}
}  // namespace edge

template class LinearizedConstrainedDynamics<double>;
template class LinearizedConstrainedDynamics<float>;

}  // namespace sinew
