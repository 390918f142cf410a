#include "sinew/algorithms/forward_dynamics.hpp"

namespace sinew {

template void forward_dynamics(const Model&, Workspace<double>&, In<double>, In<double>, In<double>,
                               Out<double>, const EnvironmentIn<double>&);
template void forward_dynamics(const Model&, Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                               const EnvironmentIn<float>&);

}  // namespace sinew
