#include "sinew/chains/loops/closed_kinematics.hpp"

namespace sinew {

template class ClosedKinematics<double>;
template class ClosedKinematics<float>;

}  // namespace sinew
