#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"

namespace sinew {

template void residual_coriolis(DiagonalWorkspace<double>&, In<double>, In<double>, Out<double>);
template void residual_coriolis(DiagonalWorkspace<float>&, In<float>, In<float>, Out<float>);
template void residual_acceleration(DiagonalWorkspace<double>&, In<double>, In<double>, In<double>,
                                    Out<double>, Out<double>, const EnvironmentIn<double>&);
template void residual_acceleration(DiagonalWorkspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                    Out<float>, const EnvironmentIn<float>&);
template void square_root_adjoint_rate_times(DiagonalWorkspace<double>&, In<double>, In<double>, In<double>,
                                             Out<double>);
template void square_root_adjoint_rate_times(DiagonalWorkspace<float>&, In<float>, In<float>, In<float>,
                                             Out<float>);

}  // namespace sinew
