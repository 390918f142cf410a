// Computes the derivatives of kinetic energy and of centroidal momentum by positions and velocities of the joints, and the
// time derivative of the centroidal momentum matrix.
//
// In world axes about the centre of mass, inertias and momenta of bodies add up without transformations. Let r and h be the
// composite inertia and the momentum of a link and all it carries (R87 (28)), S the axis of a degree of freedom (DOF) of its
// joint and V_p the velocity of the link before the joint. A change of the DOF moves all of them together by S, and makes them
// see the motion V_p x S:
//
//   kinetic energy     dT/dq = h . (V_p x S)                      dT/dv = S . h + armature v
//   momentum           dh/dq = S x* h + r (V_p x S)               dh/dv = r S
//
// The centre of mass moves by dc = (r S)_linear / mass, which changes the angular part by - dc x the linear momentum.
// The gradient of the potential energy is gravity_force.
//
// Column r S of the centroidal momentum matrix changes with time. Let V_k be the velocity of the link after the joint and B
// the sum of the mass flows (spatial/mass_flow.hpp) of the link and all it carries, both relative to the centre of mass:
//
//   dr/dt = B + B^*         dS/dt = V_k x S         d(r S)/dt = B S + B^* S + r (V_k x S)
//
// Derivatives by position are those along the velocities of Model::integrate. Cost: O(n).
#pragma once

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/algorithms/kinematics/energy_momentum.hpp"
#include "sinew/spatial/mass_flow.hpp"

namespace sinew {

// Make it once; its functions allocate nothing. They refer to the state of the workspace.
template <Scalar T>
class MomentumDerivatives {
 public:
  // Throws std::invalid_argument for models with custom joints, which do not give the derivatives of their axes.
  explicit MomentumDerivatives(const Model& model) : model_(model) {
    edge::check_differentiable(model);
    composite_.resize(model.tree<ConstantOf<T>>().links.size());
    momentum_.resize(composite_.size());
    flow_.resize(composite_.size());
  }

  // Computes the gradient of kinetic_energy by q and v. The latter is M v.
  void kinetic_energy_gradient(Workspace<T>& work, Out<T> by_q, Out<T> by_v) {
    const int n = work.model.velocity_size();
    edge::check_size("the gradient by q", by_q, n);
    edge::check_size("the gradient by v", by_v, n);
    const auto& tree = sum(work, "kinetic_energy_gradient");
    const VectorView<const T> v = edge::given_velocity(work, "kinetic_energy_gradient");
    for_each_dof(work, [&](int j, std::size_t k, const Motion<T>& S, const Motion<T>& V_p) {
      const Motion<T> seen = cross(V_p, S);
      const auto i = std::size_t(j);
      by_q[i] = dot(momentum_[k], seen);
      by_v[i] = dot(momentum_[k], S) + tree.armature[i] * v[i];
    });
    edge::check_overflow("the gradient by q", by_q);
    edge::check_overflow("the gradient by v", by_v);
  }
  // Fills the derivative of centroidal_momentum by q, 6 x n_v. That by v is centroidal_momentum_matrix.
  void centroidal_momentum_derivative(Workspace<T>& work, MatrixOut<T> by_q) {
    edge::check_size("the derivative of the momentum", by_q, 6, work.model.velocity_size());
    sum(work, "centroidal_momentum_derivative");
    const T mass(work.model.mass());
    for_each_dof(work, [&](int j, std::size_t k, const Motion<T>& S, const Motion<T>& V_p) {
      Force<T> change = cross(S, momentum_[k]) + composite_[k] * cross(V_p, S);
      if (mass > T(0)) change.angular -= T(1) / mass * cross((composite_[k] * S).linear, momentum_[0].linear);
      for (int i = 0; i < 6; ++i) by_q(i, j) = change[i];
    });
    edge::check_overflow("the derivative of the momentum", by_q);
  }
  // Fills the time derivative of centroidal_momentum_matrix while the joints move with v, 6 x n_v.
  void centroidal_momentum_matrix_rate(Workspace<T>& work, MatrixOut<T> rate) {
    edge::check_size("the rate of the centroidal momentum matrix", rate, 6, work.model.velocity_size());
    const auto& tree = sum(work, "centroidal_momentum_matrix_rate");
    const T mass(work.model.mass());
    const Motion<T> centre{{}, mass > T(0) ? T(1) / mass * momentum_[0].linear : Vector3<T>{}};
    flow_[0] = {};
    for (std::size_t k = 1; k < flow_.size(); ++k)
      flow_[k] = MassFlow<T>(to_parent(seen(work, k), tree.links[k].inertia.template cast<T>()),
                             velocity_of(work, k) - centre);
    for (std::size_t k = flow_.size() - 1; k > 0; --k) {
      const auto parent = std::size_t(tree.links[k].parent);
      flow_[parent] = flow_[parent] + flow_[k];
    }
    for_each_dof(work, [&](int j, std::size_t k, const Motion<T>& S, const Motion<T>&) {
      const Motion<T> V_k = velocity_of(work, k) - centre;
      Force<T> change = flow_[k] * S + composite_[k] * cross(V_k, S);
      change.angular += transpose_times(flow_[k], S);
      for (int i = 0; i < 6; ++i) rate(i, j) = change[i];
    });
    edge::check_overflow("the rate of the centroidal momentum matrix", rate);
  }

 private:
  // Computes r and h of all links, in world axes about the centre of mass.
  const Tree<ConstantOf<T>>& sum(Workspace<T>& work, const char* function) {
    edge::check_made_for("the derivatives of momentum", model_, work.model);
    kinematics::need_velocities(work, function, content::velocities);
    centre_ = centre_of_mass(work);
    const auto& tree = edge::tree_of(work);
    composite_[0] = {};
    momentum_[0] = {};
    for (std::size_t k = 1; k < composite_.size(); ++k) {
      composite_[k] = to_parent(seen(work, k), tree.links[k].inertia.template cast<T>());
      momentum_[k] = composite_[k] * velocity_of(work, k);
    }
    for (std::size_t k = composite_.size() - 1; k > 0; --k) {
      const auto parent = std::size_t(tree.links[k].parent);
      composite_[parent] = composite_[parent] + composite_[k];
      momentum_[parent] += momentum_[k];
    }
    return tree;
  }
  Transform<T> seen(const Workspace<T>& work, std::size_t k) const {
    return {work.pose[k].rotation, work.pose[k].translation - centre_};
  }
  Motion<T> velocity_of(const Workspace<T>& work, std::size_t k) const {
    return k == 0 ? Motion<T>{} : seen(work, k).motion_to_parent(work.velocity[k]);
  }
  // Calls visit(j, k, S, V_p) for DOF j of every link k.
  template <class Visit>
  void for_each_dof(Workspace<T>& work, const Visit& visit) {
    const auto& tree = edge::tree_of(work);
    for (std::size_t k = 1; k < composite_.size(); ++k) {
      const Motion<T> V_p = velocity_of(work, std::size_t(tree.links[k].parent));
      at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
        for (int i = 0; i < joint.count(); ++i) {
          const Motion<T> S = joint.axis_in(seen(work, k), i);
          visit(joint.link.v + i, k, S, V_p);
        }
      });
    }
  }

  OwnedModel model_;
  Vector3<T> centre_{};
  std::vector<RigidInertia<T>> composite_;  // r
  std::vector<Force<T>> momentum_;          // h
  std::vector<MassFlow<T>> flow_;           // B
};

}  // namespace sinew
