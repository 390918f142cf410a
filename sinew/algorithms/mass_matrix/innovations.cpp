#include "sinew/algorithms/mass_matrix/innovations.hpp"

namespace sinew {

template void factor_times(Workspace<double>&, In<double>, Out<double>);
template void factor_times(Workspace<float>&, In<float>, Out<float>);
template void factor_adjoint_times(Workspace<double>&, In<double>, Out<double>);
template void factor_adjoint_times(Workspace<float>&, In<float>, Out<float>);
template void factor_solve(Workspace<double>&, In<double>, Out<double>);
template void factor_solve(Workspace<float>&, In<float>, Out<float>);
template void factor_adjoint_solve(Workspace<double>&, In<double>, Out<double>);
template void factor_adjoint_solve(Workspace<float>&, In<float>, Out<float>);
template void square_root_times(Workspace<double>&, In<double>, Out<double>);
template void square_root_times(Workspace<float>&, In<float>, Out<float>);
template void square_root_adjoint_times(Workspace<double>&, In<double>, Out<double>);
template void square_root_adjoint_times(Workspace<float>&, In<float>, Out<float>);
template void square_root_solve(Workspace<double>&, In<double>, Out<double>);
template void square_root_solve(Workspace<float>&, In<float>, Out<float>);
template void square_root_adjoint_solve(Workspace<double>&, In<double>, Out<double>);
template void square_root_adjoint_solve(Workspace<float>&, In<float>, Out<float>);

}  // namespace sinew
