#include "sinew/algorithms/kinematics/jacobian.hpp"

namespace sinew {

template void jacobian(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
template void jacobian(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);

}  // namespace sinew
