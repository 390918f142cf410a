#include "sinew/algorithms/planar/planar_mass_matrix.hpp"

namespace sinew {

template void mass_matrix(PlanarWorkspace<double>&, In<double>, MatrixOut<double>);
template void mass_matrix(PlanarWorkspace<float>&, In<float>, MatrixOut<float>);

}  // namespace sinew
