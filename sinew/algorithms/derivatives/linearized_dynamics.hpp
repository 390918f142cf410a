// Computes products with the derivatives of inverse and forward dynamics, and with their adjoints, without forming the
// matrices.
//
// A change of position moves each joint by s = H^T dq, seen in the frame of its own link. The recursion R87 (16)-(21),
// differentiated in that frame, gives the change of the joint torques (a Jacobian-vector product, JVP):
//
//   outward   dV(k) = phi^* dV(k+1) + (phi^* V(k+1)) x s + H^T dv
//             dl(k) = phi^* dl(k+1) + (phi^* l(k+1)) x s + dV x H^T v + V x H^T dv + H^T da      l: lambda
//             dx(k) = M dl + dV x* M V + V x* M dV
//   inward    dx(k) += sum phi (dx + s x* x)(k-1)          x: the force across the joint
//             dtau = H dx + armature da
//
// The same steps in reverse carry a weight w of the joint torques back to the arguments (a vector-Jacobian product, VJP):
//
//   outward   W(k) = phi^* W(k+1) + H^T w                  the virtual motion of the link
//             A(k) = M W,  B(k) = M (W x V) - W x* M V     weights of l and V
//   inward    A(k) += sum phi A(k-1),  B(k) += sum phi B(k-1),  then B(k) += H^T v x* A
//             by q: - H ((phi^* W) x* x + (phi^* l) x* A + (phi^* V) x* B)
//             by v:   H (B - V x* A)                       by a: H A + armature w
//
// Forward dynamics a solves tau = inverse dynamics of a. Its derivatives follow from those above and M^-1, the mass
// matrix's inverse, by D and G of the filter (A. Jain & G. Rodriguez, "Linearization of manipulator dynamics using spatial
// operators", IEEE Trans. SMC 23(1), 1993):
//
//   da = M^-1 (dtau - inverse dynamics' JVP),      weights by q and v: - inverse dynamics' VJP of M^-1 w
//
// Derivatives by position are those along the velocities of `Model::integrate`, one number for each degree of freedom.
// External forces are held constant in the frames of their bodies. Inertial parameters of a body are its mass, its first
// moment (mass times centre of mass) and its inertia about the origin of its frame, xx xy xz yy yz zz, in its axes.
//
// Cost: O(n). A JVP or VJP of inverse dynamics takes about as long as inverse dynamics.
#pragma once

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/spatial/inertial_parameters.hpp"

namespace sinew {

// The dynamics of a tree, linearised at one state. Make it once; its functions allocate nothing. Loops, couplings and
// mimic joints are ignored, as in all recursions of the tree. The library contains it for double and float.
template <Scalar T>
class LinearizedDynamics {
 public:
  // Throws std::invalid_argument for custom joints, which do not give the derivatives of their bias acceleration.
  explicit LinearizedDynamics(const Model& model);

  const Model& model() const { return model_; }
  // The number of bodies, in the order of Model::frames().
  int bodies() const { return int(bodies_.size()); }

  // Sets the state at which the functions below differentiate: that of the workspace, with the accelerations of the last
  // forward_dynamics or inverse_dynamics. Throws std::logic_error if there are none.
  void update(Workspace<T>& work);

  // These four throw std::logic_error if the workspace has been given another position since `update`.
  void inverse_jvp(Workspace<T>& work, In<T> dq, In<T> dv, In<T> da, Out<T> dtau);
  // Computes the weights of q, v and a that follow from weights of the joint torques. `parameters`: the weights of the
  // inertial parameters, inertial_parameters_per_body for each body; empty: not computed.
  void inverse_vjp(Workspace<T>& work, In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_a,
                   Out<T> parameters = {});
  // These two divide by the inertia that each joint moves, and throw as forward_dynamics does.
  void forward_jvp(Workspace<T>& work, In<T> dq, In<T> dv, In<T> dtau, Out<T> da);
  void forward_vjp(Workspace<T>& work, In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_tau,
                   Out<T> parameters = {});

 private:
  // Adds the terms of constraints between the sweeps (chains/derivatives/linearized_constrained_dynamics.hpp).
  template <Scalar>
  friend class LinearizedConstrainedDynamics;

  struct OnBody {  // a body, and the link that carries it
    std::size_t link;
    Transform<T> placement;
  };

  const Tree<ConstantOf<T>>& checked(const Workspace<T>& work, const char* function) const;
  void outward_rates(const Workspace<T>& work, const T* dq, const T* dv, const T* da);
  void inward_rates(const Workspace<T>& work, const T* dq, const T* da, T* dtau);
  void jvp(const Workspace<T>& work, const T* dq, const T* dv, const T* da, T* dtau) {
    outward_rates(work, dq, dv, da);
    inward_rates(work, dq, da, dtau);
  }
  void outward_weights(const Workspace<T>& work, const T* weights);
  void inward_weights(const Workspace<T>& work, const T* weights, T* by_q, T* by_v, T* by_a, T sign);
  void vjp(const Workspace<T>& work, const T* weights, T* by_q, T* by_v, T* by_a, T sign) {
    outward_weights(work, weights);
    inward_weights(work, weights, by_q, by_v, by_a, sign);
  }
  void weigh_parameters(T sign, T* parameters) const;

  OwnedModel model_;
  std::vector<OnBody> bodies_;
  std::vector<Motion<T>> V_, lambda_, joint_rate_, dV_, dlambda_;  // per link; W is in dV_
  std::vector<Force<T>> x_, dx_, A_, B_;                           // per link
  std::vector<T> one_, other_, unused_;                            // per DOF
  PositionKey known_{};                                            // where `update` was called
};

namespace edge {
// Throws std::invalid_argument if the model has a custom joint.
void check_differentiable(const Model& model);
}  // namespace edge

template <Scalar T>
LinearizedDynamics<T>::LinearizedDynamics(const Model& model) : model_(model) {
  edge::check_differentiable(model);
  const std::size_t links = model.tree<ConstantOf<T>>().links.size(),
                    dofs = std::size_t(model.velocity_size());
  for (const FrameInfo& frame : model.frames()) {
    if (frame.is_body) bodies_.push_back({std::size_t(frame.link), frame.placement.template cast<T>()});
  }
  for (auto* motions : {&V_, &lambda_, &joint_rate_, &dV_, &dlambda_}) motions->resize(links);
  for (auto* forces : {&x_, &dx_, &A_, &B_}) forces->resize(links);
  for (auto* numbers : {&one_, &other_, &unused_}) numbers->resize(dofs);
}

template <Scalar T>
void LinearizedDynamics<T>::update(Workspace<T>& work) {
  edge::check_made_for("the linearised dynamics", model_, work.model);
  edge::require(work, "LinearizedDynamics::update",
                content::dynamics | content::velocities | content::costates);
  const auto& tree = edge::tree_of(work);
  const std::size_t links = tree.links.size();
  std::copy_n(work.velocity.begin(), links, V_.begin());
  std::copy_n(work.acceleration.begin(), links, lambda_.begin());
  V_[0] = {};
  std::fill(x_.begin(), x_.end(), Force<T>{});
  for (std::size_t body = work.load_begin; body < work.load_end; ++body)
    x_[std::size_t(work.model.frames()[body].link)] -= work.load[body];
  for (std::size_t k = links - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      x_[k] += inertial_force(link.inertia, V_[k], lambda_[k]);
      joint_rate_[k] = V_[k] - joint.motion_to_child(V_[std::size_t(link.parent)]);
      if (link.parent != 0) x_[std::size_t(link.parent)] += joint.force_to_parent(x_[k]);
    });
  }
  known_ = work.contents.key();
}

template <Scalar T>
const Tree<ConstantOf<T>>& LinearizedDynamics<T>::checked(const Workspace<T>& work,
                                                          const char* function) const {
  edge::check_made_for("the linearised dynamics", model_, work.model);
  if (known_ != work.contents.key()) edge::moved_on(function, "LinearizedDynamics::update", work.contents);
  return edge::tree_of(work);
}

template <Scalar T>
void LinearizedDynamics<T>::outward_rates(const Workspace<T>& work, const T* dq, const T* dv, const T* da) {
  const auto& tree = *work.tree;
  const std::size_t links = tree.links.size();
  dV_[0] = dlambda_[0] = {};
  for (std::size_t k = 1; k < links; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      const auto parent = std::size_t(link.parent);
      Motion<T> s{}, own{}, V = joint.motion_to_child(dV_[parent]),
                            l = joint.motion_to_child(dlambda_[parent]);
      joint.advance(s, dq + link.v);
      joint.advance(own, dv + link.v);
      V += cross(V_[k] - joint_rate_[k], s) + own;
      l += cross(joint.motion_to_child(lambda_[parent]), s) + cross(V, joint_rate_[k]) + cross(V_[k], own);
      joint.advance(l, da + link.v);
      dV_[k] = V;
      dlambda_[k] = l;
      dx_[k] = link.inertia * l + cross(V, link.inertia * V_[k]) + cross(V_[k], link.inertia * V);
    });
  }
}

template <Scalar T>
void LinearizedDynamics<T>::inward_rates(const Workspace<T>& work, const T* dq, const T* da, T* dtau) {
  const auto& tree = *work.tree;
  const std::size_t links = tree.links.size();
  for (std::size_t k = links - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      for (int i = 0; i < joint.count(); ++i)
        dtau[link.v + i] = joint.measure(dx_[k], i) + tree.armature[std::size_t(link.v + i)] * da[link.v + i];
      if (link.parent == 0) return;
      Motion<T> s{};
      joint.advance(s, dq + link.v);
      dx_[std::size_t(link.parent)] += joint.force_to_parent(dx_[k] + cross(s, x_[k]));
    });
  }
}

// Leaves W in dV_.
template <Scalar T>
void LinearizedDynamics<T>::outward_weights(const Workspace<T>& work, const T* weights) {
  const auto& tree = *work.tree;
  const std::size_t links = tree.links.size();
  dV_[0] = {};
  for (std::size_t k = 1; k < links; ++k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      Motion<T> W = joint.motion_to_child(dV_[std::size_t(link.parent)]);
      joint.advance(W, weights + link.v);
      dV_[k] = W;
      A_[k] = link.inertia * W;
      B_[k] = link.inertia * cross(W, V_[k]) - cross(W, link.inertia * V_[k]);
    });
  }
}

// Multiplies the weights by `sign` on the way out.
template <Scalar T>
void LinearizedDynamics<T>::inward_weights(const Workspace<T>& work, const T* weights, T* by_q, T* by_v,
                                           T* by_a, T sign) {
  const auto& tree = *work.tree;
  const std::size_t links = tree.links.size();
  for (std::size_t k = links - 1; k > 0; --k) {
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      const auto& link = joint.link;
      const auto parent = std::size_t(link.parent);
      const Force<T> A = A_[k], B = B_[k] + cross(joint_rate_[k], A);
      const Force<T> of_q = cross(joint.motion_to_child(dV_[parent]), x_[k]) +
                            cross(joint.motion_to_child(lambda_[parent]), A) +
                            cross(V_[k] - joint_rate_[k], B);
      const Force<T> of_v = B - cross(V_[k], A);
      for (int i = 0; i < joint.count(); ++i) {
        const int j = link.v + i;
        by_q[j] = -sign * joint.measure(of_q, i);
        by_v[j] = sign * joint.measure(of_v, i);
        by_a[j] = sign * (joint.measure(A, i) + tree.armature[std::size_t(j)] * weights[j]);
      }
      if (parent == 0) return;
      A_[parent] += joint.force_to_parent(A);
      B_[parent] += joint.force_to_parent(B);
    });
  }
}

// The weights of the parameters of a body are those of W^T (M l + V x* M V) = W^T M l + (W x V)^T M V.
template <Scalar T>
void LinearizedDynamics<T>::weigh_parameters(T sign, T* parameters) const {
  for (const OnBody& body : bodies_) {
    for (int i = 0; i < inertial_parameters_per_body; ++i) parameters[i] = T(0);
    const auto in_body = [&](const Motion<T>& motion) { return body.placement.motion_to_child(motion); };
    const Motion<T> W = in_body(dV_[body.link]), V = in_body(V_[body.link]);
    if (body.link != 0) {
      detail::add_gradient_of_pairing(sign, W, in_body(lambda_[body.link]), parameters);
      detail::add_gradient_of_pairing(sign, cross(W, V), V, parameters);
    }
    parameters += inertial_parameters_per_body;
  }
}

namespace edge {
template <Scalar T>
inline void check_parameters(Out<T> parameters, int bodies) {
  if (parameters.size() != 0)
    check_size("the weights of the parameters", parameters, inertial_parameters_per_body * bodies);
}
}  // namespace edge

template <Scalar T>
void LinearizedDynamics<T>::inverse_jvp(Workspace<T>& work, In<T> dq, In<T> dv, In<T> da, Out<T> dtau) {
  const int n = checked(work, "LinearizedDynamics::inverse_jvp").v_size;
  edge::check_input("dq", dq, n);
  edge::check_input("dv", dv, n);
  edge::check_input("da", da, n);
  edge::check_size("the result dtau", dtau, n);
  jvp(work, dq.data(), dv.data(), da.data(), one_.data());
  std::copy(one_.begin(), one_.end(), dtau.data());
  edge::check_overflow("the derivative of inverse dynamics", dtau);
}

template <Scalar T>
void LinearizedDynamics<T>::inverse_vjp(Workspace<T>& work, In<T> weights, Out<T> by_q, Out<T> by_v,
                                        Out<T> by_a, Out<T> parameters) {
  const int n = checked(work, "LinearizedDynamics::inverse_vjp").v_size;
  edge::check_input("the weights of tau", weights, n);
  edge::check_size("the weights of q", by_q, n);
  edge::check_size("the weights of v", by_v, n);
  edge::check_size("the weights of a", by_a, n);
  edge::check_parameters<T>(parameters, bodies());
  std::copy(weights.data(), weights.data() + weights.size(), one_.begin());
  vjp(work, one_.data(), by_q.data(), by_v.data(), by_a.data(), T(1));
  if (parameters.size() != 0) weigh_parameters(T(1), parameters.data());
  edge::check_overflow("the weights of q", by_q);
  edge::check_overflow("the weights of v", by_v);
}

template <Scalar T>
void LinearizedDynamics<T>::forward_jvp(Workspace<T>& work, In<T> dq, In<T> dv, In<T> dtau, Out<T> da) {
  const int n = checked(work, "LinearizedDynamics::forward_jvp").v_size;
  edge::check_input("dq", dq, n);
  edge::check_input("dv", dv, n);
  edge::check_input("dtau", dtau, n);
  edge::check_size("the result da", da, n);
  std::fill(unused_.begin(), unused_.end(), T(0));
  jvp(work, dq.data(), dv.data(), unused_.data(), one_.data());
  for (std::size_t i = 0; i < one_.size(); ++i) one_[i] = dtau[i] - one_[i];
  solve_mass_matrix<T>(work, one_, da);
}

template <Scalar T>
void LinearizedDynamics<T>::forward_vjp(Workspace<T>& work, In<T> weights, Out<T> by_q, Out<T> by_v,
                                        Out<T> by_tau, Out<T> parameters) {
  const int n = checked(work, "LinearizedDynamics::forward_vjp").v_size;
  edge::check_input("the weights of a", weights, n);
  edge::check_size("the weights of q", by_q, n);
  edge::check_size("the weights of v", by_v, n);
  edge::check_size("the weights of tau", by_tau, n);
  edge::check_parameters<T>(parameters, bodies());
  solve_mass_matrix<T>(work, weights, other_);
  vjp(work, other_.data(), by_q.data(), by_v.data(), unused_.data(), T(-1));
  std::copy(other_.begin(), other_.end(), by_tau.data());
  if (parameters.size() != 0) weigh_parameters(T(-1), parameters.data());
  edge::check_overflow("the weights of q", by_q);
  edge::check_overflow("the weights of v", by_v);
}

extern template class LinearizedDynamics<double>;
extern template class LinearizedDynamics<float>;

}  // namespace sinew
