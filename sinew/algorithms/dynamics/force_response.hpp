// Computes the joint accelerations that external forces cause, and splits the joint accelerations of forward dynamics
// into three parts.
//
// SOA 5.1, (18), for forces on any set of bodies:
//
//   a = M^-1 J^* f = (I - H psi K)^* D^-1 H psi B f
//
// One sweep inward starts from the forces, and one sweep outward follows; they use D and G of the filter. f is the
// force acting on the body; SOA's f is the force of the tip on its surroundings and has the opposite sign. The same
// sweeps split the accelerations of forward dynamics as R87 (69) does: into those of the joint torques, of the bias
// forces, and of the bias accelerations.
//
// Cost: O(n), the same as M^-1 x.
#pragma once

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"

namespace sinew {

// Computes a, what the forces add to the joint accelerations at the position of the workspace.
template <Scalar T>
void force_response(Workspace<T>& work, std::type_identity_t<std::span<const ExternalForce<T>>> forces,
                    Out<T> a);

// Computes the three parts of R87 (69). Their sum is the result of forward_dynamics. Bias forces are the gyroscopic
// forces, gravity, external forces and the inertial forces of the base's acceleration. Bias accelerations are the
// accelerations of the bodies at the velocities v and zero joint accelerations.
template <Scalar T>
void acceleration_parts(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> of_torques,
                        Out<T> of_bias_forces, Out<T> of_bias_accelerations,
                        const EnvironmentIn<T>& environment = {});

namespace innovations {

// Computes a = - M^-1 H phi b for the bias forces b in work.force.
template <Scalar T>
inline void answer_to_bias(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, T* a) {
  const Measurement<T>* const measurement = work.measurement.data();
  inward<true>(tree, work, [=](int j, const T& Hz) SINEW_INLINE_LAMBDA {
    a[j] = measurement[j].inverse_variance * -Hz;
    return -Hz;
  });
  outward(tree, work, [=](int j, const T& Glambda) SINEW_INLINE_LAMBDA { return a[j] = a[j] - Glambda; });
}

}  // namespace innovations

template <Scalar T>
void force_response(Workspace<T>& work, std::type_identity_t<std::span<const ExternalForce<T>>> forces,
                    Out<T> a) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  const Environment<T> environment{.forces = forces};
  edge::check_environment(environment);
  edge::check_size("the result a", a, tree.v_size);
  filter::need(work, "force_response");
  work.contents.drop("force_response", innovations::overwritten);
  std::fill(work.force.begin(), work.force.end(), Force<T>{});
  detail::subtract_external_forces(work, environment);
  innovations::answer_to_bias(tree, work, a.data());
  edge::check_overflow("the response to forces", a);
}

template <Scalar T>
void acceleration_parts(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> of_torques,
                        Out<T> of_bias_forces, Out<T> of_bias_accelerations,
                        const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_size("the result of_torques", of_torques, tree.v_size);
  edge::check_size("the result of_bias_forces", of_bias_forces, tree.v_size);
  edge::check_size("the result of_bias_accelerations", of_bias_accelerations, tree.v_size);
  edge::check_environment(environment);
  update_velocities(work, q, v);
  filter::need(work, "acceleration_parts");
  solve_mass_matrix(work, tau, of_torques);
  const std::size_t count = tree.links.size();
  for (std::size_t k = 1; k < count; ++k) work.force[k] = tree.links[k].inertia * work.bias_acceleration[k];
  innovations::answer_to_bias(tree, work, of_bias_accelerations.data());
  work.acceleration[0] = detail::ground_acceleration(tree, environment);
  for (std::size_t k = 1; k < count; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      work.acceleration[k] = joint.motion_to_child(work.acceleration[std::size_t(joint.link.parent)]);
      work.force[k] =
          joint.link.inertia * work.acceleration[k] + gyroscopic_force(joint.link.inertia, work.velocity[k]);
    });
  }
  detail::subtract_external_forces(work, environment);
  innovations::answer_to_bias(tree, work, of_bias_forces.data());
  edge::check_overflow("the acceleration of bias forces", of_bias_forces);
  edge::check_overflow("the acceleration of bias accelerations", of_bias_accelerations);
}

extern template void force_response(Workspace<double>&, std::span<const ExternalForce<double>>, Out<double>);
extern template void force_response(Workspace<float>&, std::span<const ExternalForce<float>>, Out<float>);
extern template void acceleration_parts(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                                        Out<double>, Out<double>, const EnvironmentIn<double>&);
extern template void acceleration_parts(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                        Out<float>, Out<float>, const EnvironmentIn<float>&);

}  // namespace sinew
