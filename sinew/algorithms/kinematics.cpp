#include "sinew/algorithms/kinematics.hpp"

namespace sinew {

template void update_poses(const Model&, Workspace<double>&, In<double>);
template void update_poses(const Model&, Workspace<float>&, In<float>);
template void update_velocities(const Model&, Workspace<double>&, In<double>, In<double>);
template void update_velocities(const Model&, Workspace<float>&, In<float>, In<float>);
template void update_accelerations(const Model&, Workspace<double>&, In<double>, In<double>, In<double>);
template void update_accelerations(const Model&, Workspace<float>&, In<float>, In<float>, In<float>);

}  // namespace sinew
