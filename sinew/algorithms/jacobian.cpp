#include "sinew/algorithms/jacobian.hpp"

namespace sinew {

template void jacobian(const Model&, const Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
template void jacobian(const Model&, const Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);

}  // namespace sinew
