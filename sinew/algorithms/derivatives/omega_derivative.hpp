// Computes products with the derivatives of Omega = J M^-1 J^T and of Lambda = Omega^-1 by position, applied to a force or
// an acceleration of one frame, without forming third-order tensors.
//
// With the joint accelerations u = M^-1 J^T f and z = M^-1 J^T w, which two solves with the filter give,
//
//   d(w^T Omega f) = w^T dJ u + f^T dJ z - z^T dM u
//   d(w^T Lambda x) = - (Lambda w)^T dOmega (Lambda x)
//
// dJ u is the change of the frame's twist at the joint velocities u (frame_derivatives.hpp), and z^T dM u the gradient of
// mass_matrix_derivative.hpp. Omega and its factors: SOA (12)-(16).
//
// Derivatives by position are those along the velocities of Model::integrate. Cost: O(n) per gradient; a rate takes six.
#pragma once

#include "sinew/algorithms/derivatives/frame_derivatives.hpp"
#include "sinew/algorithms/derivatives/mass_matrix_derivative.hpp"
#include "sinew/algorithms/kinematics/jacobian_products.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"

namespace sinew {

// Omega and Lambda of one frame, differentiated at a position. Throws std::invalid_argument for models with custom joints.
// The functions divide by the inertia that each joint moves, and throw as solve_mass_matrix does. They allocate nothing.
template <Scalar T>
class OmegaDerivative {
 public:
  OmegaDerivative(const Model& model, FrameIndex frame, Reference reference)
      : frame_(frame),
        reference_(reference),
        mass_(model),
        space_(model, frame, reference),
        u_(std::size_t(model.velocity_size())) {}

  // Computes the gradients of w^T Omega f and w^T Lambda x by q at the position of the workspace. The latter throws
  // std::domain_error where Lambda does not exist.
  void omega_gradient(Workspace<T>& work, const Force<T>& f, const Force<T>& w, Out<T> by_q);
  void lambda_gradient(Workspace<T>& work, const Motion<T>& x, const Motion<T>& w, Out<T> by_q);
  // Return the rates of Omega f and Lambda x while the joints move with dq.
  Motion<T> omega_jvp(Workspace<T>& work, const Force<T>& f, In<T> dq);
  Force<T> lambda_jvp(Workspace<T>& work, const Motion<T>& x, In<T> dq);

 private:
  // Adds the gradient of w^T J u by q.
  void add_jacobian_gradient(Workspace<T>& work, const Force<T>& w, const std::vector<T>& u, Out<T> by_q);
  // Sets u to the joint accelerations that a force on the frame causes.
  void respond(Workspace<T>& work, const Force<T>& f, std::vector<T>& u) {
    jacobian_adjoint_times(work, frame_, reference_, f, torque_);
    solve_mass_matrix<T>(work, torque_, u);
  }
  Force<T> lambda_times(Workspace<T>& work, const Motion<T>& x) {
    space_.lambda(work, lambda_);
    Force<T> f{};
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < 6; ++i) f[i] = f[i] + lambda_(i, j) * x[j];
    }
    return f;
  }

  FrameIndex frame_;
  Reference reference_;
  MassMatrixDerivative<T> mass_;
  OperationalSpace<T> space_;
  std::vector<T> u_, z_ = u_, torque_ = u_, gradient_ = u_;
  Matrix<T> lambda_{6, 6};
};

template <Scalar T>
void OmegaDerivative<T>::add_jacobian_gradient(Workspace<T>& work, const Force<T>& w, const std::vector<T>& u,
                                               Out<T> by_q) {
  const auto& tree = edge::tree_of(work);
  kinematics::need_poses(work, "OmegaDerivative");
  frame_derivatives::Moving<T> moving{.pose = pose(work, frame_)};
  Motion<T> behind{};  // the velocity of the frame relative to the link before the joint
  const auto walk = [&](const auto& visit) {
    for (auto k = std::size_t(work.model.frame(frame_).link); k != 0; k = std::size_t(tree.links[k].parent)) {
      const Transform<T> seen{work.pose[k].rotation, work.pose[k].translation - moving.pose.translation};
      at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA { visit(joint, seen); });
    }
  };
  walk([&](const auto& joint, const Transform<T>& seen) {
    for (int i = 0; i < joint.count(); ++i)
      moving.V += u[std::size_t(joint.link.v + i)] * joint.axis_in(seen, i);
  });
  walk([&](const auto& joint, const Transform<T>& seen) {
    for (int i = 0; i < joint.count(); ++i)
      behind += u[std::size_t(joint.link.v + i)] * joint.axis_in(seen, i);
    for (int i = 0; i < joint.count(); ++i) {
      const Motion<T> S = joint.axis_in(seen, i);
      const auto columns = moving.in_reference({.axis = S, .V_by_q = cross(S, behind)}, reference_);
      T& entry = by_q[std::size_t(joint.link.v + i)];
      entry = entry + dot(w, columns.V_by_q);
    }
  });
}

template <Scalar T>
void OmegaDerivative<T>::omega_gradient(Workspace<T>& work, const Force<T>& f, const Force<T>& w,
                                        Out<T> by_q) {
  edge::check_made_for("the derivative of Omega", mass_.model(), work.model);
  edge::check_size("the gradient", by_q, work.model.velocity_size());
  respond(work, f, u_);
  respond(work, w, z_);
  mass_.gradient(edge::given_position(work, "OmegaDerivative"), u_, z_, by_q);
  for (std::size_t i = 0; i < by_q.size(); ++i) by_q[i] = -by_q[i];
  add_jacobian_gradient(work, w, u_, by_q);
  add_jacobian_gradient(work, f, z_, by_q);
  edge::check_overflow("the gradient of Omega", by_q);
}

template <Scalar T>
void OmegaDerivative<T>::lambda_gradient(Workspace<T>& work, const Motion<T>& x, const Motion<T>& w,
                                         Out<T> by_q) {
  omega_gradient(work, lambda_times(work, x), lambda_times(work, w), by_q);
  for (std::size_t i = 0; i < by_q.size(); ++i) by_q[i] = -by_q[i];
}

template <Scalar T>
Motion<T> OmegaDerivative<T>::omega_jvp(Workspace<T>& work, const Force<T>& f, In<T> dq) {
  edge::check_made_for("the derivative of Omega", mass_.model(), work.model);
  edge::check_input("dq", dq, work.model.velocity_size());
  Motion<T> rate{};
  for (int i = 0; i < 6; ++i) {
    Force<T> unit{};
    unit[i] = T(1);
    omega_gradient(work, f, unit, gradient_);
    for (std::size_t j = 0; j < dq.size(); ++j) rate[i] = rate[i] + gradient_[j] * dq[j];
  }
  return rate;
}

template <Scalar T>
Force<T> OmegaDerivative<T>::lambda_jvp(Workspace<T>& work, const Motion<T>& x, In<T> dq) {
  const Motion<T> rate = omega_jvp(work, lambda_times(work, x), dq);
  return T(-1) * lambda_times(work, rate);
}

}  // namespace sinew
