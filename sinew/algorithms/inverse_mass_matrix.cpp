#include "sinew/algorithms/inverse_mass_matrix.hpp"

namespace sinew {

template void inverse_mass_matrix(const Model&, Workspace<double>&, In<double>, MatrixOut<double>);
template void solve_mass_matrix(const Model&, Workspace<double>&, In<double>, Out<double>);
template void inverse_mass_column(const Model&, Workspace<double>&, int, Out<double>);
template void inverse_mass_diagonal(const Model&, Workspace<double>&, Out<double>);
template void inverse_mass_matrix(const Model&, Workspace<float>&, In<float>, MatrixOut<float>);
template void solve_mass_matrix(const Model&, Workspace<float>&, In<float>, Out<float>);
template void inverse_mass_column(const Model&, Workspace<float>&, int, Out<float>);
template void inverse_mass_diagonal(const Model&, Workspace<float>&, Out<float>);

}  // namespace sinew
