#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"

namespace sinew {

template void inverse_dynamics(PlanarWorkspace<double>&, In<double>, In<double>, In<double>, Out<double>);
template void inverse_dynamics(PlanarWorkspace<float>&, In<float>, In<float>, In<float>, Out<float>);

}  // namespace sinew
