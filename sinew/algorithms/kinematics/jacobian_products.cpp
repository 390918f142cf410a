#include "sinew/algorithms/kinematics/jacobian_products.hpp"

#include <stdexcept>

namespace sinew {

void edge::dependent_columns(const std::string& frame, int rank, int dofs) {
  throw std::domain_error("J^* J of frame '" + frame + "' has no inverse here: its Jacobian has rank " +
                          std::to_string(rank) + ", expected " + std::to_string(dofs) +
                          ", its number of degrees of freedom");
}

template Motion<double> jacobian_times(Workspace<double>&, FrameIndex, Reference, In<double>);
template Motion<float> jacobian_times(Workspace<float>&, FrameIndex, Reference, In<float>);
template void jacobian_adjoint_times(Workspace<double>&, FrameIndex, Reference, const Force<double>&,
                                     Out<double>);
template void jacobian_adjoint_times(Workspace<float>&, FrameIndex, Reference, const Force<float>&,
                                     Out<float>);
template void jacobian_outer_product(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
template void jacobian_outer_product(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);
template void jacobian_inner_product(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
template void jacobian_inner_product(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);
template void jacobian_inner_product_inverse(Workspace<double>&, FrameIndex, Reference, MatrixOut<double>);
template void jacobian_inner_product_inverse(Workspace<float>&, FrameIndex, Reference, MatrixOut<float>);

}  // namespace sinew
