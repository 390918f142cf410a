// Computes the derivatives of a frame's velocity and acceleration by positions, velocities and accelerations of the joints,
// the time derivative of its Jacobian, and products with these derivatives and their adjoints.
//
// Let S be the axis of a degree of freedom (DOF) between the frame and the ground, a column of the Jacobian; V, A the
// twist and acceleration of the frame, V_p, A_p those of the link before the joint and V_k those of the link after it. In
// world axes about a fixed point, motions add up without transformations. A change of the DOF moves everything behind it:
//
//   dV/dq = S x (V - V_p)                                    dV/dv = S
//   dA/dq = S x (A - A_p) + (V_p x S) x (V - V_p)            dA/dv = V_p x S + S x (V - V_k)         dA/da = S
//   dS/dt = V_k x S
//
// A. Jain & G. Rodriguez, "Linearization of manipulator dynamics using spatial operators", IEEE Trans. SMC 23(1), 1993.
// The fixed point is the origin of the frame. The other references (kinematics.hpp) move with the frame by S or V, which
// adds: in the body's axes - S x V, - S x A, - V x S; at the frame's origin in world axes the motion of this origin.
//
// Derivatives by position are those along the velocities of Model::integrate. Cost: O(depth of the frame), plus filling the
// matrices with zeros.
#pragma once

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"

namespace sinew {

// These functions refer to the state that the workspace was given last, in the same way as `velocity` and `acceleration`
// do, and give the derivatives of the six numbers that these return. They throw std::invalid_argument for models with
// custom joints, which do not give the derivatives of their axes.

// Fills dV/dq, 6 x n_v. dV/dv is the Jacobian.
template <Scalar T>
void velocity_derivative(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> by_q);
// Fills dA/dq and dA/dv, 6 x n_v each. dA/da is the Jacobian.
template <Scalar T>
void acceleration_derivatives(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> by_q,
                              MatrixOut<T> by_v);
// Fills dJ/dt, 6 x n_v.
template <Scalar T>
void jacobian_rate(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> rate);

// The changes of a frame's pose (as a twist in the same reference), velocity and acceleration.
template <Scalar T>
struct FrameChange {
  Motion<T> pose{}, velocity{}, acceleration{};
};
// Returns the changes that belong to changes of q, v and a.
template <Scalar T>
FrameChange<T> frame_jvp(Workspace<T>& work, FrameIndex frame, Reference reference, In<T> dq, In<T> dv,
                         In<T> da);

// Weights of a frame's pose, velocity and acceleration: the gradient of a cost by them.
template <Scalar T>
struct FrameWeights {
  Force<T> pose{}, velocity{}, acceleration{};
};
// Computes the gradients of the cost by q, v and a.
template <Scalar T>
void frame_vjp(Workspace<T>& work, FrameIndex frame, Reference reference,
               const std::type_identity_t<FrameWeights<T>>& weights, Out<T> by_q, Out<T> by_v, Out<T> by_a);

namespace frame_derivatives {

// The derivatives of one DOF: columns of the matrices.
template <Scalar T>
struct Columns {
  Motion<T> axis{}, rate{};      // dV/dv = dA/da, dJ/dt
  Motion<T> V_by_q{}, A_by_q{};  // of velocity and acceleration
  Motion<T> A_by_v{};
};

// The motion of the frame, in world axes about its origin.
template <Scalar T>
struct Moving {
  Motion<T> V{}, A{};
  Transform<T> pose{};

  // Converts columns of a fixed point in world axes.
  SINEW_INLINE Columns<T> in_reference(Columns<T> c, Reference reference) const {
    const Motion<T> S = c.axis;
    switch (reference) {
      case Reference::world:  // from the frame's origin to the world's
        for (Motion<T>* m : {&c.axis, &c.rate, &c.V_by_q, &c.A_by_q, &c.A_by_v})
          m->linear += cross(pose.translation, m->angular);
        break;
      case Reference::body:
        c.rate = c.rate - cross(V, S), c.V_by_q = c.V_by_q - cross(S, V), c.A_by_q = c.A_by_q - cross(S, A);
        for (Motion<T>* m : {&c.axis, &c.rate, &c.V_by_q, &c.A_by_q, &c.A_by_v})
          *m = {transpose_times(pose.rotation, m->angular), transpose_times(pose.rotation, m->linear)};
        break;
      case Reference::aligned: {  // the origin moves by S, or with V; A contains w x v
        const Vector3<T>&w = V.angular, &v = V.linear;
        c.rate.linear += cross(S.angular, v);
        c.V_by_q.linear += cross(w, S.linear);
        c.A_by_q.linear +=
            cross(A.angular, S.linear) + cross(c.V_by_q.angular, v) + cross(w, c.V_by_q.linear);
        c.A_by_v.linear += cross(S.angular, v) + cross(w, S.linear);
        break;
      }
    }
    return c;
  }
};

template <Scalar T>
inline bool has_costates(const Workspace<T>& work) {
  return guards_results<T> && work.contents.has(content::costates);
}

// Computes what is missing for for_each_dof. Throws before anything is written if that is impossible.
template <bool accelerating, Scalar T>
inline void prepare(Workspace<T>& work, FrameIndex frame, const char* function) {
  edge::check_workspace(work);
  edge::check_differentiable(work.model);
  kinematics::need_velocities(work, function, content::velocities);
  if (accelerating && !has_costates(work)) edge::require(work, function, content::link_accelerations);
  pose(work, frame);
}

// Calls visit(j, columns) for every DOF j between the frame and the ground. The accelerations are used only if
// `accelerating` is true. Call `prepare` before.
template <bool accelerating, Scalar T, class Visit>
inline void for_each_dof(Workspace<T>& work, FrameIndex frame, Reference reference, const Visit& visit) {
  const bool with_gravity = has_costates(work);
  const auto& tree = edge::tree_of(work);
  Moving<T> moving{.pose = pose(work, frame)};
  const auto seen = [&](std::size_t k) {
    return Transform<T>{work.pose[k].rotation, work.pose[k].translation - moving.pose.translation};
  };
  const auto acceleration_of = [&](std::size_t k) -> Motion<T> {
    if (!accelerating || k == 0) return {};
    const Motion<T> whole = work.acceleration[k];
    return seen(k).motion_to_parent(with_gravity ? whole - kinematics::ground_acceleration_at(work, k)
                                                 : whole);
  };
  const auto velocity_of = [&](std::size_t k) -> Motion<T> {
    return k == 0 ? Motion<T>{} : seen(k).motion_to_parent(work.velocity[k]);
  };
  auto k = std::size_t(work.model.frame(frame).link);
  Motion<T> V_k = moving.V = velocity_of(k);
  moving.A = acceleration_of(k);
  while (k != 0) {
    const auto parent = std::size_t(tree.links[k].parent);
    const Motion<T> V_p = velocity_of(parent), A_p = acceleration_of(parent);
    at_joint(tree, work.joints, k, [&](const auto& joint) SINEW_INLINE_LAMBDA {
      for (int i = 0; i < joint.count(); ++i) {
        const Motion<T> S = joint.axis_in(seen(k), i), behind = moving.V - V_p;
        Columns<T> c{.axis = S, .rate = cross(V_k, S), .V_by_q = cross(S, behind)};
        if constexpr (accelerating) {
          c.A_by_q = cross(S, moving.A - A_p) + cross(cross(V_p, S), behind);
          c.A_by_v = cross(V_p, S) + cross(S, moving.V - V_k);
        }
        visit(joint.link.v + i, moving.in_reference(c, reference));
      }
    });
    k = parent;
    V_k = V_p;
  }
}

template <Scalar T>
inline void put(const Motion<T>& column, int j, MatrixView<T> matrix) {
  for (int i = 0; i < 6; ++i) matrix(i, j) = column[i];
}
template <Scalar T>
inline void clear(MatrixView<T> matrix) {
  std::fill_n(matrix.data(), 6 * std::size_t(matrix.cols()), T(0));
}

}  // namespace frame_derivatives

template <Scalar T>
void velocity_derivative(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> by_q) {
  edge::check_size("the derivative of the velocity", by_q, 6, work.model.velocity_size());
  frame_derivatives::prepare<false>(work, frame, "velocity_derivative");
  frame_derivatives::clear<T>(by_q);
  frame_derivatives::for_each_dof<false>(work, frame, reference, [&](int j, const auto& columns) {
    frame_derivatives::put(columns.V_by_q, j, by_q);
  });
  edge::check_overflow("the derivative of the velocity", by_q);
}

template <Scalar T>
void acceleration_derivatives(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> by_q,
                              MatrixOut<T> by_v) {
  const int dofs = work.model.velocity_size();
  edge::check_size("the derivative of the acceleration by q", by_q, 6, dofs);
  edge::check_size("the derivative of the acceleration by v", by_v, 6, dofs);
  frame_derivatives::prepare<true>(work, frame, "acceleration_derivatives");
  frame_derivatives::clear<T>(by_q);
  frame_derivatives::clear<T>(by_v);
  frame_derivatives::for_each_dof<true>(work, frame, reference, [&](int j, const auto& columns) {
    frame_derivatives::put(columns.A_by_q, j, by_q);
    frame_derivatives::put(columns.A_by_v, j, by_v);
  });
  edge::check_overflow("the derivative of the acceleration by q", by_q);
  edge::check_overflow("the derivative of the acceleration by v", by_v);
}

template <Scalar T>
void jacobian_rate(Workspace<T>& work, FrameIndex frame, Reference reference, MatrixOut<T> rate) {
  edge::check_size("the rate of the Jacobian", rate, 6, work.model.velocity_size());
  frame_derivatives::prepare<false>(work, frame, "jacobian_rate");
  frame_derivatives::clear<T>(rate);
  frame_derivatives::for_each_dof<false>(work, frame, reference, [&](int j, const auto& columns) {
    frame_derivatives::put(columns.rate, j, rate);
  });
  edge::check_overflow("the rate of the Jacobian", rate);
}

template <Scalar T>
FrameChange<T> frame_jvp(Workspace<T>& work, FrameIndex frame, Reference reference, In<T> dq, In<T> dv,
                         In<T> da) {
  const int dofs = work.model.velocity_size();
  edge::check_input("dq", dq, dofs);
  edge::check_input("dv", dv, dofs);
  edge::check_input("da", da, dofs);
  frame_derivatives::prepare<true>(work, frame, "frame_jvp");
  FrameChange<T> change;
  frame_derivatives::for_each_dof<true>(
      work, frame, reference, [&](int j, const frame_derivatives::Columns<T>& c) {
        const auto i = std::size_t(j);
        change.pose += dq[i] * c.axis;
        change.velocity += dq[i] * c.V_by_q + dv[i] * c.axis;
        change.acceleration += dq[i] * c.A_by_q + dv[i] * c.A_by_v + da[i] * c.axis;
      });
  edge::check_overflow("the change of a frame", change.acceleration.data(), 6);
  return change;
}

template <Scalar T>
void frame_vjp(Workspace<T>& work, FrameIndex frame, Reference reference,
               const std::type_identity_t<FrameWeights<T>>& weights, Out<T> by_q, Out<T> by_v, Out<T> by_a) {
  const int dofs = work.model.velocity_size();
  edge::check_size("the weights of q", by_q, dofs);
  edge::check_size("the weights of v", by_v, dofs);
  edge::check_size("the weights of a", by_a, dofs);
  frame_derivatives::prepare<true>(work, frame, "frame_vjp");
  for (const Out<T>& out : {by_q, by_v, by_a}) std::fill_n(out.data(), out.size(), T(0));
  const auto &w = weights.pose, &w_V = weights.velocity, &w_A = weights.acceleration;
  frame_derivatives::for_each_dof<true>(work, frame, reference,
                                        [&](int j, const frame_derivatives::Columns<T>& c) {
                                          const auto i = std::size_t(j);
                                          by_q[i] = dot(w, c.axis) + dot(w_V, c.V_by_q) + dot(w_A, c.A_by_q);
                                          by_v[i] = dot(w_V, c.axis) + dot(w_A, c.A_by_v);
                                          by_a[i] = dot(w_A, c.axis);
                                        });
  edge::check_overflow("the weights of q", by_q);
  edge::check_overflow("the weights of v", by_v);
}

}  // namespace sinew
