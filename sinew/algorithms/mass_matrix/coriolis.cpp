#include "sinew/algorithms/mass_matrix/coriolis.hpp"

namespace sinew {

template void coriolis_product(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>);
template void coriolis_product(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>);
template void coriolis_matrix(Workspace<double>&, In<double>, In<double>, MatrixOut<double>);
template void coriolis_matrix(Workspace<float>&, In<float>, In<float>, MatrixOut<float>);

}  // namespace sinew
