// Computes products with the derivatives of inverse and forward dynamics in independent coordinates, where mimic joints
// and coupled joints follow (chains/followers/independent_dynamics.hpp), and with their adjoints.
//
// With s, c and c' the slope, the curvature and the derivative of the curvature of a joint by its independent position,
// the positions p and the velocities u of the independent joints move every joint by
//
//   dq = s dp,   dv = s du + c u dp,   da = s du' + 2 c u du + (c u' + c' u^2) dp
//
// The derivatives of the tree (algorithms/derivatives/linearized_dynamics.hpp) at these give those of
// tau_u = N^* (inverse dynamics); dN^* adds c dp times the torque of each joint. Forward dynamics u' solves
// tau_u = N^* tau, so that its derivatives follow by M_u^-1. Derivatives of the curvature come from N on dual numbers.
//
// All arguments have one entry per joint, like those of IndependentDynamics, except the torques on the independent
// joints. Results do not depend on the followers' entries of q, v and a: changes of these are not read, and their
// weights are zero.
//
// Cost: that of the products of the tree; forward dynamics adds one solution with the factors of M_u.
#pragma once

#include <algorithm>
#include <vector>

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/chains/followers/independent_dynamics.hpp"
#include "sinew/scalar/dual.hpp"

namespace sinew {

// Make it once per thread; its functions allocate nothing. The library contains it for double and float.
template <Scalar T>
class LinearizedIndependentDynamics {
 public:
  // Throws std::invalid_argument for custom joints, joints that follow twice, and leaders that form a cycle.
  explicit LinearizedIndependentDynamics(const Model& model);

  const Model& model() const { return tree_.model(); }
  int bodies() const { return tree_.bodies(); }

  // These two compute the dynamics as robot.inverse_dynamics and robot.forward_dynamics do, and set the state at which
  // the functions below differentiate.
  void linearize_inverse(IndependentDynamics<T>& robot, In<T> q, In<T> v, In<T> a, Out<T> tau,
                         const EnvironmentIn<T>& environment = {});
  void linearize_forward(IndependentDynamics<T>& robot, In<T> q, In<T> v, In<T> tau, Out<T> a,
                         const EnvironmentIn<T>& environment = {});

  // These four throw std::logic_error if the state was not set by the function of the same name, or if the robot has
  // been given another position since. dtau and the weights of inverse dynamics have robot.size() entries. `parameters`:
  // as in LinearizedDynamics.
  void inverse_jvp(IndependentDynamics<T>& robot, In<T> dq, In<T> dv, In<T> da, Out<T> dtau);
  void inverse_vjp(IndependentDynamics<T>& robot, In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_a,
                   Out<T> parameters = {});
  void forward_jvp(IndependentDynamics<T>& robot, In<T> dq, In<T> dv, In<T> dtau, Out<T> da);
  void forward_vjp(IndependentDynamics<T>& robot, In<T> weights, Out<T> by_q, Out<T> by_v, Out<T> by_tau,
                   Out<T> parameters = {});

 private:
  enum class State { none, inverse, forward };
  // A joint that moves, with what multiplies the changes of its independent coordinate.
  struct Joint {
    int v, own, u;  // indices in v of the joint and of its independent joint, and index in u
    T slope, curvature;
    T velocity_by_p, a_by_u, a_by_p;  // c u, 2 c u and c u' + c' u^2
  };
  void set_joints(IndependentDynamics<T>& robot, In<T> a);
  void check(const char* function, State needed, const IndependentDynamics<T>& robot) const;
  // Computes N^* (d(torque)) for changes of p and u, and of u' if `da` is given.
  void reduced_jvp(IndependentDynamics<T>& robot, In<T> dq, In<T> dv, const T* da, T* dtau);
  // Carries weights of the reduced torques back; adds `sign` times the weights of p, u and u' (null: not computed).
  void reduced_vjp(IndependentDynamics<T>& robot, const T* weights, T sign, T* by_q, T* by_v, T* by_a,
                   Out<T> parameters);

  LinearizedDynamics<T> tree_;
  IndependentCoordinates<Dual<T>> moving_;
  std::vector<Dual<T>> moving_q_;
  std::vector<Joint> joints_;
  std::vector<T> torque_;  // per DOF: inverse dynamics, minus tau in forward dynamics
  std::vector<T> dq_, dv_, da_, dtau_, weights_, accelerations_;  // per DOF
  std::vector<T> reduced_, solved_;                               // per independent coordinate
  State state_ = State::none;
  PositionKey known_{};
};

template <Scalar T>
LinearizedIndependentDynamics<T>::LinearizedIndependentDynamics(const Model& model)
    : tree_(model), moving_(model), moving_q_(std::size_t(model.position_size())) {
  const auto dofs = std::size_t(model.velocity_size());
  for (auto* numbers : {&torque_, &dq_, &dv_, &da_, &dtau_, &weights_, &accelerations_})
    numbers->resize(dofs);
  for (auto* numbers : {&reduced_, &solved_}) numbers->resize(std::size_t(moving_.size()));
  joints_.reserve(dofs);
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::set_joints(IndependentDynamics<T>& robot, In<T> a) {
  const Workspace<T>& work = robot.workspace();
  for (std::size_t i = 0; i < moving_q_.size(); ++i) moving_q_[i] = {work.position[i], T(1)};
  moving_.update(moving_q_);
  joints_.clear();
  const IndependentIndices& indices = robot.coordinates().indices();
  for (std::size_t j = 0; j < indices.column.size(); ++j) {
    const int u = indices.column[j];
    if (u < 0) continue;
    const int own = indices.velocities[std::size_t(u)];
    const T s = robot.coordinates().slope(int(j)), c = robot.coordinates().curvature(int(j)),
            velocity = work.joint_velocity[std::size_t(own)];
    joints_.push_back(
        {.v = int(j),
         .own = own,
         .u = u,
         .slope = s,
         .curvature = c,
         .velocity_by_p = c * velocity,
         .a_by_u = T(2) * c * velocity,
         .a_by_p = c * a[std::size_t(own)] + moving_.curvature(int(j)).rate * velocity * velocity});
  }
  known_ = robot.key();
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::linearize_inverse(IndependentDynamics<T>& robot, In<T> q, In<T> v,
                                                         In<T> a, Out<T> tau,
                                                         const EnvironmentIn<T>& environment) {
  edge::check_made_for("the linearised dynamics", model(), robot.model());
  state_ = State::none;
  edge::check_input("a", a, model().velocity_size());
  edge::check_size("the result tau", tau, robot.size());
  std::copy(a.data(), a.data() + a.size(), accelerations_.begin());
  robot.set_state(q, v);
  Workspace<T>& work = robot.workspace();
  robot.coordinates().select(accelerations_, reduced_);
  robot.coordinates().select(work.joint_velocity, solved_);
  robot.coordinates().expand_rates(solved_, reduced_, da_);
  sinew::inverse_dynamics<T>(work, work.position, work.joint_velocity, da_, torque_, environment);
  tree_.update(work);
  robot.coordinates().reduce(torque_, tau);
  set_joints(robot, accelerations_);
  state_ = State::inverse;
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::linearize_forward(IndependentDynamics<T>& robot, In<T> q, In<T> v,
                                                         In<T> tau, Out<T> a,
                                                         const EnvironmentIn<T>& environment) {
  edge::check_made_for("the linearised dynamics", model(), robot.model());
  state_ = State::none;
  edge::check_input("tau", tau, model().velocity_size());
  std::copy(tau.data(), tau.data() + tau.size(), dtau_.begin());
  robot.forward_dynamics(q, v, dtau_, accelerations_, environment);
  Workspace<T>& work = robot.workspace();
  sinew::inverse_dynamics<T>(work, work.position, work.joint_velocity, accelerations_, torque_, environment);
  tree_.update(work);
  for (std::size_t j = 0; j < torque_.size(); ++j) torque_[j] -= dtau_[j];
  set_joints(robot, accelerations_);
  edge::check_size("the result a", a, model().velocity_size());
  std::copy(accelerations_.begin(), accelerations_.end(), a.data());
  state_ = State::forward;
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::check(const char* function, State needed,
                                             const IndependentDynamics<T>& robot) const {
  edge::check_made_for("the linearised dynamics", model(), robot.model());
  if (state_ != needed || known_ != robot.key())
    edge::moved_on(function,
                   needed == State::forward ? "LinearizedIndependentDynamics::linearize_forward"
                                            : "LinearizedIndependentDynamics::linearize_inverse",
                   const_cast<IndependentDynamics<T>&>(robot).workspace().contents);
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::reduced_jvp(IndependentDynamics<T>& robot, In<T> dq, In<T> dv,
                                                   const T* da, T* dtau) {
  for (auto* numbers : {&dq_, &dv_, &da_}) std::fill(numbers->begin(), numbers->end(), T(0));
  for (const Joint& joint : joints_) {
    const auto own = std::size_t(joint.own), j = std::size_t(joint.v);
    dq_[j] = joint.slope * dq[own];
    dv_[j] = joint.slope * dv[own] + joint.velocity_by_p * dq[own];
    da_[j] = joint.a_by_u * dv[own] + joint.a_by_p * dq[own];
    if (da) da_[j] += joint.slope * da[own];
  }
  tree_.inverse_jvp(robot.workspace(), dq_, dv_, da_, weights_);
  std::fill(dtau, dtau + reduced_.size(), T(0));
  for (const Joint& joint : joints_) {
    const auto j = std::size_t(joint.v);
    dtau[joint.u] += joint.slope * weights_[j] + joint.curvature * torque_[j] * dq[std::size_t(joint.own)];
  }
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::reduced_vjp(IndependentDynamics<T>& robot, const T* weights, T sign,
                                                   T* by_q, T* by_v, T* by_a, Out<T> parameters) {
  std::fill(weights_.begin(), weights_.end(), T(0));
  for (const Joint& joint : joints_) weights_[std::size_t(joint.v)] = joint.slope * weights[joint.u];
  tree_.inverse_vjp(robot.workspace(), weights_, dq_, dv_, da_, parameters);
  for (const Joint& joint : joints_) {
    const auto j = std::size_t(joint.v);
    by_q[joint.own] += sign * (joint.slope * dq_[j] + joint.velocity_by_p * dv_[j] + joint.a_by_p * da_[j] +
                               joint.curvature * torque_[j] * weights[joint.u]);
    by_v[joint.own] += sign * (joint.slope * dv_[j] + joint.a_by_u * da_[j]);
    if (by_a) by_a[joint.own] += sign * joint.slope * da_[j];
  }
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::inverse_jvp(IndependentDynamics<T>& robot, In<T> dq, In<T> dv,
                                                   In<T> da, Out<T> dtau) {
  check("LinearizedIndependentDynamics::inverse_jvp", State::inverse, robot);
  const int n = model().velocity_size();
  edge::check_input("dq", dq, n);
  edge::check_input("dv", dv, n);
  edge::check_input("da", da, n);
  edge::check_size("the result dtau", dtau, robot.size());
  reduced_jvp(robot, dq, dv, da.data(), reduced_.data());
  std::copy(reduced_.begin(), reduced_.end(), dtau.data());
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::inverse_vjp(IndependentDynamics<T>& robot, In<T> weights, Out<T> by_q,
                                                   Out<T> by_v, Out<T> by_a, Out<T> parameters) {
  check("LinearizedIndependentDynamics::inverse_vjp", State::inverse, robot);
  const int n = model().velocity_size();
  edge::check_input("the weights of tau", weights, robot.size());
  std::copy(weights.data(), weights.data() + weights.size(), reduced_.begin());
  for (const auto& [what, out] : {std::pair<const char*, Out<T>>{"the weights of q", by_q},
                                  {"the weights of v", by_v},
                                  {"the weights of a", by_a}}) {
    edge::check_size(what, out, n);
    std::fill(out.data(), out.data() + n, T(0));
  }
  reduced_vjp(robot, reduced_.data(), T(1), by_q.data(), by_v.data(), by_a.data(), parameters);
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::forward_jvp(IndependentDynamics<T>& robot, In<T> dq, In<T> dv,
                                                   In<T> dtau, Out<T> da) {
  check("LinearizedIndependentDynamics::forward_jvp", State::forward, robot);
  const int n = model().velocity_size();
  edge::check_input("dq", dq, n);
  edge::check_input("dv", dv, n);
  edge::check_input("dtau", dtau, n);
  edge::check_size("the result da", da, n);
  reduced_jvp(robot, dq, dv, nullptr, reduced_.data());
  for (T& x : reduced_) x = -x;
  for (const Joint& joint : joints_)
    reduced_[std::size_t(joint.u)] += joint.slope * dtau[std::size_t(joint.v)];
  robot.solve_mass_matrix(reduced_, solved_);
  for (const Joint& joint : joints_) {
    const auto own = std::size_t(joint.own);
    da_[std::size_t(joint.v)] =
        joint.slope * solved_[std::size_t(joint.u)] + joint.a_by_u * dv[own] + joint.a_by_p * dq[own];
  }
  std::copy(da_.begin(), da_.end(), da.data());
}

template <Scalar T>
void LinearizedIndependentDynamics<T>::forward_vjp(IndependentDynamics<T>& robot, In<T> weights, Out<T> by_q,
                                                   Out<T> by_v, Out<T> by_tau, Out<T> parameters) {
  check("LinearizedIndependentDynamics::forward_vjp", State::forward, robot);
  const int n = model().velocity_size();
  edge::check_input("the weights of a", weights, n);
  edge::check_size("the weights of q", by_q, n);
  edge::check_size("the weights of v", by_v, n);
  edge::check_size("the weights of tau", by_tau, n);
  std::copy(weights.data(), weights.data() + n, dtau_.begin());
  std::fill(reduced_.begin(), reduced_.end(), T(0));
  for (auto* out : {&by_q, &by_v, &by_tau}) std::fill(out->data(), out->data() + n, T(0));
  for (const Joint& joint : joints_) {
    const T weight = dtau_[std::size_t(joint.v)];
    reduced_[std::size_t(joint.u)] += joint.slope * weight;
    by_q[std::size_t(joint.own)] += joint.a_by_p * weight;
    by_v[std::size_t(joint.own)] += joint.a_by_u * weight;
  }
  robot.solve_mass_matrix(reduced_, solved_);
  reduced_vjp(robot, solved_.data(), T(-1), by_q.data(), by_v.data(), nullptr, parameters);
  for (T& parameter : std::span(parameters.data(), parameters.size())) parameter = -parameter;
  for (const Joint& joint : joints_)
    by_tau[std::size_t(joint.v)] = joint.slope * solved_[std::size_t(joint.u)];
}

extern template class LinearizedIndependentDynamics<double>;
extern template class LinearizedIndependentDynamics<float>;

}  // namespace sinew
