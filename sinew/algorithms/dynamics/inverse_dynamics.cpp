#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"

namespace sinew {

void joint_friction(const Model& model, In<double> v, Out<double> tau) {
  edge::check_input("v", v, model.velocity_size());
  edge::check_size("the result tau", tau, model.velocity_size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    const DegreeOfFreedom& dof = model.dofs()[i];
    const double sign = v[i] > 0 ? 1 : v[i] < 0 ? -1 : 0;
    tau[i] = -(dof.damping * v[i] + dof.dry_friction * sign);
  }
  edge::check_overflow("joint friction", tau);
}

template void inverse_dynamics(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                               const EnvironmentIn<double>&);
template void inverse_dynamics(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                               const EnvironmentIn<float>&);
template void bias_force(Workspace<double>&, In<double>, In<double>, Out<double>,
                         const EnvironmentIn<double>&);
template void bias_force(Workspace<float>&, In<float>, In<float>, Out<float>, const EnvironmentIn<float>&);
template void gravity_force(Workspace<double>&, In<double>, Out<double>);
template void gravity_force(Workspace<float>&, In<float>, Out<float>);

}  // namespace sinew
