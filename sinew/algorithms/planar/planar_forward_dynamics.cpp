#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"

namespace sinew {

template void forward_dynamics(PlanarWorkspace<double>&, In<double>, In<double>, In<double>, Out<double>);
template void forward_dynamics(PlanarWorkspace<float>&, In<float>, In<float>, In<float>, Out<float>);
template void solve_mass_matrix(PlanarWorkspace<double>&, In<double>, In<double>, Out<double>);
template void solve_mass_matrix(PlanarWorkspace<float>&, In<float>, In<float>, Out<float>);

}  // namespace sinew
