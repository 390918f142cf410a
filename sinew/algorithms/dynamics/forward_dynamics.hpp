// Computes joint accelerations from joint torques: forward dynamics by the articulated-body algorithm (ABA), derived as
// filtering and smoothing.
//
// R87 (35)-(47) with the bias terms included (DD91 steps 1-4 for joints with several degrees of freedom and floating
// bases), for trees: one sweep outward for the velocities, one inward (the Kalman filter), one outward (the
// Bryson-Frazier smoother).
//
//   outward   V(k) = phi^* V(k+1) + H^T v             velocity                                R87 (11)-(12)
//             a(k) = V x H^T v + dH^T/dt v            bias acceleration (R87's n)             (15)
//             b(k) = V x* M V - external force        bias force                              (7)
//   inward    z = b + sum phi z+                      state: force at zero acceleration       (36)
//             P = M + sum phi P+ phi^*                covariance: articulated inertia         (37)
//             D = H P H^T + armature                  innovation variance                     (38)
//             G = P H^T / D                           gain                                    (39)
//             e = tau - H z                           innovation                              (40)
//             z+ = z + G e + P+ a                     state update                            (41)
//             P+ = P - G H P                          covariance update                       (43)
//   outward   lambda+ = phi^* lambda(k+1) + a         costate: acceleration                   (45)
//             v' = e / D - G^* lambda+                joint acceleration                      (46)
//             lambda = lambda+ + H^T v'               costate update                          (47)
//
// algorithms/dynamics/filter.hpp computes P, D, G and P+ by themselves; here they cross each joint together with z.
//
// Cost: O(n). Per revolute link 238 multiplications and 205 additions (187 and 182 with parallel or perpendicular
// axes), a division, a sine and cosine; in double and float, where the smoother does not wait for lambda+, 26 and 18
// more.
#pragma once

#include <algorithm>

#include "sinew/algorithms/dynamics/filter.hpp"

namespace sinew {

// Computes a, the joint accelerations. Leaves P, D, G, e, z and lambda in `work`
// (algorithms/dynamics/filter_results.hpp). Throws std::domain_error if a joint moves no inertia of its own,
// ImpossibleRobot if the model has physical errors, std::overflow_error if a result is too large for the number type.
template <Scalar T>
void forward_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                      const EnvironmentIn<T>& environment = {});

namespace filter {

// The results that forward dynamics of a tree leaves in the workspace.
inline constexpr unsigned all_results = content::velocities | content::costates | content::filter |
                                        content::filter_states | content::innovations | content::dynamics;

// The contribution of a link to its parent: P+ and z+, in the parent's frame.
template <class T>
struct Carried {
  ArticulatedInertia<T> covariance;
  Force<T> state;
};

// The measurement update of the state, for known G. Stores e and replaces z by z + G e.
template <class T, class Joint>
SINEW_INLINE void update_state(const Joint& joint, Force<T>& z, const T* tau, Measurement<T>* out) {
  for (int i = joint.count() - 1; i >= 0; --i) {
    const T innovation = tau[i] - joint.measure(z, i);
    out[i].innovation = innovation;
    z += innovation * out[i].gain;
  }
}

template <class T, class Joint, class C>
SINEW_INLINE Carried<T> past_joint(const Joint& joint, const ArticulatedInertia<T>& P, Force<T> z,
                                   const Motion<T>& bias, const T* tau, const C* armature,
                                   Measurement<T>* out) {
  return with_updated(joint, P, armature, out, [&](const auto& plus) SINEW_INLINE_LAMBDA -> Carried<T> {
    update_state(joint, z, tau, out);
    if constexpr (requires { times_level(plus, bias); }) {
      z += times_level(plus, bias);
    } else {
      z += plus * bias;
    }
    // The state first, so that P+ and its transform need not be kept in registers at the same time.
    Carried<T> carried;
    carried.state = joint.force_to_parent(z);
    carried.covariance = joint.to_parent(plus);
    return carried;
  });
}

// Joints that need more arithmetic are kept out of the sweep's loop, so that the loop can keep P and z in registers.
template <class T, class Joint, class C>
SINEW_NO_INLINE Carried<T> past_placed_joint(const Joint& joint, ArticulatedInertia<T> P, Force<T> z,
                                             const Motion<T>& V, const T* v, const T* tau, const C* armature,
                                             Measurement<T>* out) {
  update(joint, P, armature, out);
  update_state(joint, z, tau, out);
  if (joint.link.parent == 0) return {};
  return {joint.to_parent(P), joint.force_to_parent(z + P * joint.bias(V, v))};
}

// Computes the velocities and the bias forces without external forces, base to tip. A velocity passes from parent to
// first child in registers; `V` is the velocity of the link before the first. For number types that keep no results
// (`keeps_results`) the filter computes the gyroscopic forces instead.
template <Scalar T>
inline void outward_velocities(const Tree<ConstantOf<T>>& tree, LinkRange links, Workspace<T>& work,
                               const T* v, Motion<T> V) {
  Motion<T>* const velocity = work.velocity.data();
  Force<T>* const force = work.force.data();
  tree_walk::outward(
      tree, work.joints, links, [&](std::size_t parent) SINEW_INLINE_LAMBDA { V = velocity[parent]; },
      [&](const auto& joint, std::size_t k) SINEW_INLINE_LAMBDA {
        V = joint.motion_to_child(V);
        joint.advance(V, v + joint.link.v);
        velocity[k] = V;
        if constexpr (keeps_results<T>) force[k] = gyroscopic_force(joint.link.inertia, V);
      });
}
template <Scalar T>
inline void outward_velocities(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v,
                               const Environment<T>& environment) {
  outward_velocities(tree, all_links(tree), work, v, work.velocity[0]);
  if constexpr (!keeps_results<T>) {
    if (!environment.forces.empty()) std::fill(work.force.begin(), work.force.end(), Force<T>{});
  }
  detail::subtract_external_forces(work, environment);
}

// The filter, tip to base. For number types that keep results, work.force contains all bias forces. For the others,
// `loaded` says whether it contains the external forces (true) or old values that are ignored (false). `handed` is
// for a sub-range of the links. On entry: the contribution of the link after the range, which is used if that link is
// a child of the last one. On exit: the contribution of the first link to its parent (undefined for the ground).
template <Scalar T>
inline void inward(const Tree<ConstantOf<T>>& tree, LinkRange links, Workspace<T>& work, const T* v,
                   const T* tau, bool loaded = true, Carried<T>* handed = nullptr) {
  Carried<T> carried{};
  if (handed) carried = *handed;
  const Motion<T>* const velocity = work.velocity.data();
  Force<T>* const force = work.force.data();
  ArticulatedInertia<T>* const covariance = work.covariance.data();
  Measurement<T>* const measurement = work.measurement.data();
  ArticulatedInertia<T> P;
  Force<T> z;
  tree_walk::inward(
      tree, work.joints, links,
      [&](const auto& own, std::size_t k) SINEW_INLINE_LAMBDA {
        if (!own.next_is_child) carried = {};
        P = carried.covariance;
        if (own.junction) P = P + covariance[k];
        P += own.inertia;
        z = carried.state;
        if constexpr (!keeps_results<T>) z += gyroscopic_force(own.inertia, velocity[k]);
        if (keeps_results<T> || loaded || own.junction) z += force[k];
        if constexpr (keeps_results<T>) {
          covariance[k] = P;
          force[k] = z;
        }
      },
      [&](const auto& joint, std::size_t k) SINEW_INLINE_LAMBDA {
        const auto& link = joint.link;
        const auto* armature = tree.armature.data() + link.v;
        Measurement<T>* out = measurement + link.v;
        if constexpr (is_step_joint<decltype(joint)>) {
          if (link.parent == 0) {  // the ground needs neither P+ nor z+
            update(joint, P, armature, out);
            update_state(joint, z, tau + link.v, out);
            return false;
          }
          const Motion<T> bias = joint.bias(velocity[k], v + link.v);
          carried = past_joint(joint, P, z, bias, tau + link.v, armature, out);
          return true;
        } else {
          const Carried<T> placed = past_placed_joint(joint, ArticulatedInertia<T>(P), Force<T>(z),
                                                      velocity[k], v + link.v, tau + link.v, armature, out);
          carried = placed;
          return link.parent != 0;
        }
      },
      [&](std::size_t parent, bool first) SINEW_INLINE_LAMBDA {
        tree_walk::add_or_overwrite(covariance[parent], carried.covariance, first);
        // Bias forces, if work.force contains them, are not overwritten.
        tree_walk::add_or_overwrite(force[parent], carried.state, first && !keeps_results<T> && !loaded);
      });
  if (handed) *handed = carried;
}
template <Scalar T>
inline void inward(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, const T* tau,
                   bool loaded = true) {
  inward(tree, all_links(tree), work, v, tau, loaded);
}

// The smoother, base to tip. `lambda`: the acceleration of the link before the first.
template <Scalar T>
inline void outward_accelerations(const Tree<ConstantOf<T>>& tree, LinkRange links, Workspace<T>& work,
                                  const T* v, T* a, Motion<T> lambda) {
  const Motion<T>* const velocity = work.velocity.data();
  Motion<T>* const acceleration = work.acceleration.data();
  const Measurement<T>* const measurement = work.measurement.data();
  tree_walk::outward(
      tree, work.joints, links,
      [&](std::size_t parent) SINEW_INLINE_LAMBDA { lambda = acceleration[parent]; },
      [&](const auto& joint, std::size_t k) SINEW_INLINE_LAMBDA {
        const int first = joint.link.v;
        const Motion<T> bias = joint.bias(velocity[k], v + first);
        if constexpr (computes_as_one_state<T> && is_step_joint<decltype(joint)>) {
          // G^* lambda+ = (phi G)^* lambda(k+1) + G^* a, so that v' does not wait for lambda+. That is faster for a
          // single state. Lanes have enough independent work and would only pay for 26 more multiplications.
          const auto& [G, inverse_variance, innovation] = measurement[first];
          const T rate = inverse_variance * innovation - dot(G, bias) - dot(joint.force_to_parent(G), lambda);
          a[first] = rate;
          lambda = joint.motion_to_child(lambda) + bias;
          joint.advance_one(lambda, 0, rate);
        } else {
          lambda = joint.motion_to_child(lambda) + bias;
          for (int i = 0; i < joint.count(); ++i) {
            const Measurement<T>& m = measurement[first + i];
            const T rate = m.inverse_variance * m.innovation - dot(m.gain, lambda);
            a[first + i] = rate;
            joint.advance_one(lambda, i, rate);
          }
        }
        if (keeps_results<T> || joint.link.junction) acceleration[k] = lambda;
      });
}
template <Scalar T>
inline void outward_accelerations(const Tree<ConstantOf<T>>& tree, Workspace<T>& work, const T* v, T* a,
                                  const Environment<T>& environment) {
  work.acceleration[0] = detail::ground_acceleration(tree, environment);
  outward_accelerations(tree, all_links(tree), work, v, a, work.acceleration[0]);
}

// Throws an exception that names the reason for a result that is not finite: the input, a singular position, or an
// overflow.
template <Scalar T>
[[noreturn]] inline void explain_not_finite(const Workspace<T>& work, In<T> q, In<T> v, In<T> tau,
                                            const Environment<T>& environment) {
  edge::check_finite("q", q);
  edge::check_finite("v", v);
  edge::check_finite("tau", tau);
  edge::check_environment(environment);
  check_regular(work);
  edge::overflows("forward dynamics");
}
// Input that is not finite makes the result not finite, so that the input is checked only in that case.
template <Scalar T>
inline void check_result(const Workspace<T>& work, In<T> q, In<T> v, In<T> tau,
                         const Environment<T>& environment, In<T> a) {
  if (!edge::all_finite(a.data(), a.size())) explain_not_finite<T>(work, q, v, tau, environment);
}

}  // namespace filter

template <Scalar T>
void forward_dynamics(Workspace<T>& work, In<T> q, In<T> v, In<T> tau, Out<T> a,
                      const EnvironmentIn<T>& environment) {
  const auto& tree = edge::tree_of(work);
  edge::check_possible("forward_dynamics", work);
  const edge::InUse in_use(work);
  edge::check_position<T>(tree, q);
  edge::check_size("v", v, tree.v_size);
  edge::check_size("tau", tau, tree.v_size);
  edge::check_size("the result a", a, tree.v_size);
  detail::move_to(work, "forward_dynamics", content::all_but_poses, q.data(), v.data());
  filter::outward_velocities(tree, work, v.data(), environment);
  filter::inward(tree, work, v.data(), tau.data(), !environment.forces.empty());
  filter::outward_accelerations(tree, work, v.data(), a.data(), environment);
  filter::check_result<T>(work, q, v, tau, environment, a);
  work.contents.add(filter::all_results);
}

extern template void forward_dynamics(Workspace<double>&, In<double>, In<double>, In<double>, Out<double>,
                                      const EnvironmentIn<double>&);
extern template void forward_dynamics(Workspace<float>&, In<float>, In<float>, In<float>, Out<float>,
                                      const EnvironmentIn<float>&);

}  // namespace sinew
