#include "sinew/chains/derivatives/linearized_independent_dynamics.hpp"

namespace sinew {

template class LinearizedIndependentDynamics<double>;
template class LinearizedIndependentDynamics<float>;

}  // namespace sinew
