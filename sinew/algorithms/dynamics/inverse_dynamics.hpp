// Computes joint torques from joint accelerations: inverse dynamics by the recursive Newton-Euler algorithm (RNEA).
//
// R87 (16)-(21), for trees, joints with any number of degrees of freedom, external forces on any body, gravity and a
// moving base.
//
//   outward   V(k) = phi^* V(k+1) + H^T v
//             lambda(k) = phi^* lambda(k+1) + a + H^T v'     a = V x H^T v + dH^T/dt v
//             x(k) = M lambda + V x* M V - external force
//   inward    x(k) += sum phi x(k-1)                         force across the joint
//             tau = H x + armature v'
//
// Cost: O(n). Per revolute link 122 multiplications, 97 additions, one sine and cosine.
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/tree/tree_walk.hpp"

namespace sinew {

// Computes tau, the joint torques that produce the accelerations a. This function and the two below throw
// std::overflow_error if a result is too large for the number type.
template <Scalar T>
void inverse_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> a, Out<T> tau,
                      const EnvironmentIn<T>& environment = {});

// Computes the joint torques that keep the joint accelerations at zero: Coriolis, centrifugal, gravity and external
// forces.
template <Scalar T>
void bias_force(Workspace<T>& work, In<T> q, In<T> v, Out<T> bias, const EnvironmentIn<T>& environment = {});

// Computes the joint torques that hold the robot still against gravity.
template <Scalar T>
void gravity_force(Workspace<T>& work, In<T> q, Out<T> gravity);

// These two do the same for the state of the workspace.
template <Scalar T>
void bias_force(Workspace<T>& work, Out<T> bias, const EnvironmentIn<T>& environment = {}) {
  const VectorView<const T> v = edge::given_velocity(work, "bias_force");
  bias_force(work, edge::given_position(work, "bias_force"), v, bias, environment);
}
template <Scalar T>
void gravity_force(Workspace<T>& work, Out<T> gravity) {
  gravity_force(work, edge::given_position(work, "gravity_force"), gravity);
}

// Computes the torques of damping and dry friction, tau = -(damping v + dry_friction sign(v)), with zero friction at
// rest. The recursions do not include them: add them to the joint torques if needed.
void joint_friction(const Model& model, In<double> v, Out<double> tau);

namespace newton_euler {

// Computes the force that each link needs for its motion. If `moving` is false, all velocities and joint
// accelerations are zero; if `accelerating` is false, the joint accelerations are zero. v and a may be null if they
// are not used. Motions pass from parent to first child in registers.
template <bool moving, bool accelerating, Scalar T>
inline void outward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* a,
                    const Environment<T>& environment) {
  Motion<T>* const velocity = work.velocity.data();
  Motion<T>* const acceleration = work.acceleration.data();
  Force<T>* const force = work.force.data();
  Motion<T> V{}, lambda = acceleration[0] = detail::ground_acceleration(tree, environment);
  tree_walk::outward(
      tree, work.joints, all_links(tree),
      [&](std::size_t parent) SINEW_INLINE_LAMBDA {
        if constexpr (moving) V = velocity[parent];
        lambda = acceleration[parent];
      },
      [&](const auto& joint, std::size_t k) SINEW_INLINE_LAMBDA {
        const auto& link = joint.link;
        lambda = joint.motion_to_child(lambda);
        if constexpr (moving) {
          V = joint.motion_to_child(V);
          joint.advance(V, v + link.v);
          lambda += joint.bias(V, v + link.v);
          if constexpr (accelerating) joint.advance(lambda, a + link.v);
          velocity[k] = V;
          force[k] = inertial_force(link.inertia, V, lambda);
        } else {
          force[k] = link.inertia * lambda;
        }
        acceleration[k] = lambda;
      });
  detail::subtract_external_forces(work, environment);
}

// Sums these forces from the tips to the base. Calls `at(joint, x)` with the force x across each joint.
template <Scalar T, class At>
inline void inward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, At&& at) {
  Force<T>* const force = work.force.data();
  Force<T> carried{}, x;
  tree_walk::inward(
      tree, work.joints, all_links(tree),
      [&](const auto& own, std::size_t k) SINEW_INLINE_LAMBDA {
        x = force[k];
        if (own.next_is_child) x += carried;
        force[k] = x;
      },
      [&](const auto& joint, std::size_t) SINEW_INLINE_LAMBDA {
        at(joint, x);
        if (joint.link.parent == 0) return false;
        carried = joint.force_to_parent(x);
        return true;
      },
      [&](std::size_t parent, bool) SINEW_INLINE_LAMBDA { force[parent] += carried; });
}

template <bool moving, bool accelerating, Scalar T>
inline void sweep(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* a, T* tau,
                  const Environment<T>& environment) {
  outward<moving, accelerating>(tree, work, v, a, environment);
  inward(tree, work, [&](const auto& joint, const Force<T>& x) SINEW_INLINE_LAMBDA {
    const int first = joint.link.v;
    for (int i = 0; i < joint.count(); ++i) {
      T torque = joint.measure(x, i);
      if constexpr (accelerating) torque = torque + tree.armature[std::size_t(first + i)] * a[first + i];
      tau[first + i] = torque;
    }
  });
}

}  // namespace newton_euler

template <Scalar T>
void inverse_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> a, Out<T> tau,
                      const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_size("v", v, tree.v_size);
  edge::check_size("a", a, tree.v_size);
  edge::check_size("the result tau", tau, tree.v_size);
  // The results are recorded before the sweeps, so that the compiler need not keep the workspace pointer across them.
  detail::move_to(work, "inverse_dynamics", content::of_velocity, q.data(), v.data(),
                  content::velocities | content::costates | content::dynamics);
  newton_euler::sweep<true, true>(tree, work, v.data(), a.data(), tau.data(), environment);
  if (edge::all_finite(tau.data(), tau.size())) return;  // input that is not finite shows in the result
  work.contents.drop("inverse_dynamics", content::of_velocity);
  edge::check_finite("q", q);
  edge::check_finite("v", v);
  edge::check_finite("a", a);
  edge::check_environment(environment);
  edge::overflows("inverse dynamics");
}

template <Scalar T>
void bias_force(Workspace<T>& work, In<T> q, In<T> v, Out<T> bias, const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_input("v", v, tree.v_size);
  edge::check_environment(environment);
  edge::check_size("the result bias", bias, tree.v_size);
  detail::move_to(work, "bias_force", content::of_velocity, q.data(), v.data());
  newton_euler::sweep<true, false, T>(tree, work, v.data(), nullptr, bias.data(), environment);
  edge::check_overflow("the bias force", bias);
  work.contents.add(content::velocities | content::dynamics);
}

template <Scalar T>
void gravity_force(Workspace<T>& work, In<T> q, Out<T> gravity) {
  const auto& tree = edge::tree_of(work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_finite("q", q);
  edge::check_size("the result gravity", gravity, tree.v_size);
  detail::move_to<T>(work, "gravity_force", content::all_accelerations | content::filter_states, q.data());
  newton_euler::sweep<false, false, T>(tree, work, nullptr, nullptr, gravity.data(), {});
  edge::check_overflow("the gravity force", gravity);
}

extern template void inverse_dynamics(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                                      const EnvironmentIn<double>&);
extern template void inverse_dynamics(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                      const EnvironmentIn<float>&);
extern template void bias_force(Workspace<double>&, In<double>, In<double>, Out<double>,
                                const EnvironmentIn<double>&);
extern template void bias_force(Workspace<float>&, In<float>, In<float>, Out<float>,
                                const EnvironmentIn<float>&);
extern template void gravity_force(Workspace<double>&, In<double>, Out<double>);
extern template void gravity_force(Workspace<float>&, In<float>, Out<float>);

}  // namespace sinew
