#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"

namespace sinew {

template void mass_matrix(Workspace<double>&, In<double>, MatrixOut<double>);
template void mass_matrix(Workspace<float>&, In<float>, MatrixOut<float>);

}  // namespace sinew
