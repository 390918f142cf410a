#include "sinew/algorithms/mass_matrix/udut.hpp"

namespace sinew {

template void udut(Workspace<double>&, In<double>, MatrixOut<double>, Out<double>);
template void udut(Workspace<float>&, In<float>, MatrixOut<float>, Out<float>);
template void udut(Workspace<double>&, MatrixOut<double>, Out<double>);
template void udut(Workspace<float>&, MatrixOut<float>, Out<float>);
template void forward_dynamics_by_udut(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                                       const EnvironmentIn<double>&);
template void forward_dynamics_by_udut(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                       const EnvironmentIn<float>&);

}  // namespace sinew
