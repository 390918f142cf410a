#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew {

template void kinematics::sweep_poses(const Tree<double>&, Workspace<double>&);
template void kinematics::sweep_poses(const Tree<float>&, Workspace<float>&);
template void update_poses(Workspace<double>&, In<double>);
template void update_poses(Workspace<float>&, In<float>);
template void update_velocities(Workspace<double>&, In<double>, In<double>);
template void update_velocities(Workspace<float>&, In<float>, In<float>);
template void update_accelerations(Workspace<double>&, In<double>, In<double>, In<double>);
template void update_accelerations(Workspace<float>&, In<float>, In<float>, In<float>);

}  // namespace sinew
