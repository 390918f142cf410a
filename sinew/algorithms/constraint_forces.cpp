#include "sinew/algorithms/constraint_forces.hpp"

namespace sinew {

template void joint_forces(const Model&, Workspace<double>&, In<double>, In<double>, In<double>,
                           Out<JointForce<double>>, const EnvironmentIn<double>&);
template void joint_forces(const Model&, Workspace<float>&, In<float>, In<float>, In<float>,
                           Out<JointForce<float>>, const EnvironmentIn<float>&);
template void joint_forces(const Model&, Workspace<double>&, Out<JointForce<double>>);
template void joint_forces(const Model&, Workspace<float>&, Out<JointForce<float>>);
template void fixed_joint_forces(const Model&, Workspace<double>&, Out<Force<double>>);
template void fixed_joint_forces(const Model&, Workspace<float>&, Out<Force<float>>);
template ArmstrongForm<double> armstrong_form(const Model&, const Workspace<double>&, const JointInfo&,
                                              In<double>);
template ArmstrongForm<float> armstrong_form(const Model&, const Workspace<float>&, const JointInfo&,
                                             In<float>);

}  // namespace sinew
