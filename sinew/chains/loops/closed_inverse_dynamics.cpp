#include "sinew/chains/loops/closed_inverse_dynamics.hpp"

namespace sinew {

template class ClosedInverseDynamics<double>;
template class ClosedInverseDynamics<float>;

}  // namespace sinew
