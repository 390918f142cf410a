#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"

namespace sinew {

template void inverse_mass_matrix(Workspace<double>&, In<double>, MatrixOut<double>);
template void inverse_mass_matrix(Workspace<double>&, MatrixOut<double>);
template void solve_mass_matrix(Workspace<double>&, In<double>, Out<double>);
template void inverse_mass_column(Workspace<double>&, int, Out<double>);
template void inverse_mass_diagonal(Workspace<double>&, Out<double>);
template void inverse_mass_matrix(Workspace<float>&, In<float>, MatrixOut<float>);
template void inverse_mass_matrix(Workspace<float>&, MatrixOut<float>);
template void solve_mass_matrix(Workspace<float>&, In<float>, Out<float>);
template void inverse_mass_column(Workspace<float>&, int, Out<float>);
template void inverse_mass_diagonal(Workspace<float>&, Out<float>);

}  // namespace sinew
