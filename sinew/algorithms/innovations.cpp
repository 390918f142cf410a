#include "sinew/algorithms/innovations.hpp"

namespace sinew {

template void factor_times(const Model&, Workspace<double>&, In<double>, Out<double>);
template void factor_times(const Model&, Workspace<float>&, In<float>, Out<float>);
template void factor_adjoint_times(const Model&, Workspace<double>&, In<double>, Out<double>);
template void factor_adjoint_times(const Model&, Workspace<float>&, In<float>, Out<float>);
template void factor_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
template void factor_solve(const Model&, Workspace<float>&, In<float>, Out<float>);
template void factor_adjoint_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
template void factor_adjoint_solve(const Model&, Workspace<float>&, In<float>, Out<float>);
template void square_root_times(const Model&, Workspace<double>&, In<double>, Out<double>);
template void square_root_times(const Model&, Workspace<float>&, In<float>, Out<float>);
template void square_root_adjoint_times(const Model&, Workspace<double>&, In<double>, Out<double>);
template void square_root_adjoint_times(const Model&, Workspace<float>&, In<float>, Out<float>);
template void square_root_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
template void square_root_solve(const Model&, Workspace<float>&, In<float>, Out<float>);
template void square_root_adjoint_solve(const Model&, Workspace<double>&, In<double>, Out<double>);
template void square_root_adjoint_solve(const Model&, Workspace<float>&, In<float>, Out<float>);

}  // namespace sinew
