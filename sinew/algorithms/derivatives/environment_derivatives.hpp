// Computes the derivatives of inverse dynamics by external forces and by the acceleration of the base, and the change of
// LinearizedDynamics' products if forces are held constant in the world instead of in their bodies.
//
// A force f = (moment, force) on a frame has the joint torques -J^T f, in the frame's own axes. If it keeps its direction in
// the world while the frame rotates by t, its numbers in these axes change by - t x f; the point where it acts moves with the
// body. With J the Jacobian of the frame in its own axes, t the angular part of J dq and W = J w:
//
//   dtau += J^T (t x moment, t x force)              gradient by q += J^T (moment x W_angular + force x W_linear, 0)
//   gradient by f: -W                                gradient by the base's acceleration: sum phi M W of all links
//
// Weights w of forward dynamics have the effect of the weights -M^-1 w of inverse dynamics, which solve_mass_matrix gives.
//
// Cost: O(depth of the frame) per force; O(n) for the acceleration of the base.
#pragma once

#include "sinew/algorithms/kinematics/jacobian.hpp"

namespace sinew {

// These functions refer to the position of the workspace and allocate nothing. A force is given as for inverse_dynamics.

// Adds to a product of LinearizedDynamics::inverse_jvp what it lacks if the force is held constant in the world.
template <Scalar T>
void add_world_force_jvp(Workspace<T>& work, const std::type_identity_t<ExternalForce<T>>& force, In<T> dq,
                         Out<T> dtau);
// Adds the same to the gradient by q of LinearizedDynamics::inverse_vjp.
template <Scalar T>
void add_world_force_vjp(Workspace<T>& work, const std::type_identity_t<ExternalForce<T>>& force,
                         In<T> weights, Out<T> by_q);
// Returns the gradient of weights . tau by an external force on the frame, in its own axes.
template <Scalar T>
Motion<T> external_force_vjp(Workspace<T>& work, FrameIndex frame, In<T> weights);
// Returns the gradient of weights . tau by the base's acceleration, which is given in world axes at the world's origin.
template <Scalar T>
Force<T> base_acceleration_vjp(Workspace<T>& work, In<T> weights);

namespace environment_derivatives {

// Returns J x of a frame in its own axes.
template <Scalar T>
inline Motion<T> motion_of(Workspace<T>& work, FrameIndex frame, VectorView<const T> x) {
  Motion<T> sum{};
  kinematics::for_each_column(work, frame, Reference::body,
                              [&](int j, const Motion<T>& column) { sum += x[std::size_t(j)] * column; });
  return sum;
}
// Adds J^T f.
template <Scalar T>
inline void add_torque_of(Workspace<T>& work, FrameIndex frame, const Force<T>& f, VectorView<T> out) {
  kinematics::for_each_column(work, frame, Reference::body, [&](int j, const Motion<T>& column) {
    T& entry = out[std::size_t(j)];
    entry = entry + dot(column, f);
  });
}

}  // namespace environment_derivatives

template <Scalar T>
void add_world_force_jvp(Workspace<T>& work, const std::type_identity_t<ExternalForce<T>>& force, In<T> dq,
                         Out<T> dtau) {
  const int n = work.model.velocity_size();
  edge::check_input("dq", dq, n);
  edge::check_size("the result dtau", dtau, n);
  const Vector3<T> turn = environment_derivatives::motion_of<T>(work, force.frame, dq).angular;
  const Force<T> change{cross(turn, force.force.angular), cross(turn, force.force.linear)};
  environment_derivatives::add_torque_of<T>(work, force.frame, change, dtau);
  edge::check_overflow("the change of the torques", dtau);
}

template <Scalar T>
void add_world_force_vjp(Workspace<T>& work, const std::type_identity_t<ExternalForce<T>>& force,
                         In<T> weights, Out<T> by_q) {
  const int n = work.model.velocity_size();
  edge::check_input("the weights of tau", weights, n);
  edge::check_size("the weights of q", by_q, n);
  const Motion<T> W = environment_derivatives::motion_of<T>(work, force.frame, weights);
  const auto& [moment, push] = force.force;
  const Force<T> turning{cross(moment, W.angular) + cross(push, W.linear), {}};
  environment_derivatives::add_torque_of<T>(work, force.frame, turning, by_q);
  edge::check_overflow("the weights of q", by_q);
}

template <Scalar T>
Motion<T> external_force_vjp(Workspace<T>& work, FrameIndex frame, In<T> weights) {
  edge::check_input("the weights of tau", weights, work.model.velocity_size());
  return T(-1) * environment_derivatives::motion_of<T>(work, frame, weights);
}

template <Scalar T>
Force<T> base_acceleration_vjp(Workspace<T>& work, In<T> weights) {
  const auto& tree = edge::tree_of(work);
  edge::check_input("the weights of tau", weights, tree.v_size);
  kinematics::need_poses(work, "base_acceleration_vjp");
  const edge::InUse in_use(work);
  Motion<T>* const W = work.other_velocity.data();
  W[0] = {};
  Force<T> sum{};
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      W[k] = joint.motion_to_child(W[std::size_t(joint.link.parent)]);
      joint.advance(W[k], weights.data() + joint.link.v);
    });
    sum += work.pose[k].force_to_parent(tree.links[k].inertia * W[k]);
  }
  edge::check_overflow("the weights of the base's acceleration", sum.data(), 6);
  return sum;
}

}  // namespace sinew
