#include "sinew/algorithms/dynamics/constraint_forces.hpp"

namespace sinew {

template void joint_forces(Workspace<double>&, In<double>, In<double>, In<double>, Out<JointForce<double>>,
                           const EnvironmentIn<double>&);
template void joint_forces(Workspace<float>&, In<float>, In<float>, In<float>, Out<JointForce<float>>,
                           const EnvironmentIn<float>&);
template void joint_forces(Workspace<double>&, Out<JointForce<double>>);
template void joint_forces(Workspace<float>&, Out<JointForce<float>>);
template void fixed_joint_forces(Workspace<double>&, Out<Force<double>>);
template void fixed_joint_forces(Workspace<float>&, Out<Force<float>>);
template ArmstrongForm<double> armstrong_form(Workspace<double>&, const JointInfo&, In<double>);
template ArmstrongForm<float> armstrong_form(Workspace<float>&, const JointInfo&, In<float>);

}  // namespace sinew
