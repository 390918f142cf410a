#include "sinew/algorithms/planar_forward_dynamics.hpp"

namespace sinew {

template void forward_dynamics(const PlanarChain&, PlanarWorkspace<double>&, In<double>, In<double>,
                               In<double>, Out<double>);
template void forward_dynamics(const PlanarChain&, PlanarWorkspace<float>&, In<float>, In<float>, In<float>,
                               Out<float>);
template void accelerations_from_rest(const PlanarChain&, PlanarWorkspace<double>&, In<double>, In<double>,
                                      Out<double>);
template void accelerations_from_rest(const PlanarChain&, PlanarWorkspace<float>&, In<float>, In<float>,
                                      Out<float>);

}  // namespace sinew
