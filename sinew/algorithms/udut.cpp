#include "sinew/algorithms/udut.hpp"

namespace sinew {

template void udut(const Model&, Workspace<double>&, In<double>, MatrixOut<double>, Out<double>);
template void udut(const Model&, Workspace<float>&, In<float>, MatrixOut<float>, Out<float>);
template void udut(const Model&, Workspace<double>&, MatrixOut<double>, Out<double>);
template void udut(const Model&, Workspace<float>&, MatrixOut<float>, Out<float>);
template void forward_dynamics_by_udut(const Model&, Workspace<double>&, In<double>, In<double>, In<double>,
                                       Out<double>, const EnvironmentIn<double>&);
template void forward_dynamics_by_udut(const Model&, Workspace<float>&, In<float>, In<float>, In<float>,
                                       Out<float>, const EnvironmentIn<float>&);

}  // namespace sinew
