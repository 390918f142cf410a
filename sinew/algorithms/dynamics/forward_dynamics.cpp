#include "sinew/algorithms/dynamics/forward_dynamics.hpp"

namespace sinew {

template void forward_dynamics(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                               const EnvironmentIn<double>&);
template void forward_dynamics(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                               const EnvironmentIn<float>&);

}  // namespace sinew
