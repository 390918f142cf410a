// Computes second derivatives of the dynamics, weighted by a vector: how the gradient of w . tau (inverse dynamics) or w . a
// (forward dynamics) changes along one direction, and the whole Hessian. Newton's method and DDP need them.
//
// The adjoint sweeps of LinearizedDynamics give a gradient in O(n). The same sweeps on dual numbers (scalar/dual.hpp), whose
// rates are the direction, give its change as well:
//
//   g(q, v, tau) = w^T d(q, v, tau)        d/dt g along (dq, dv, dtau), w constant
//
// Derivatives by position are those along the velocities of Model::integrate, which turn with the position: for joints whose
// axes do not commute (spherical and floating), the change of the gradient along e_i in direction e_j differs from that along
// e_j in direction e_i by the gradient along their commutator. The Hessian is the symmetric part, which is the second
// derivative of the cost by the numbers d of Model::integrate(q, d) at d = 0.
//
// Cost: O(n) per direction, about three times that of the gradient; O(n^2) for the Hessian.
#pragma once

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/model/joints/moving_position.hpp"

namespace sinew {

// Has working memory of its own. Make it once; its functions allocate nothing if they are given no more external forces than
// before. External forces are held constant in the frames of their bodies. The library contains it for double.
template <Scalar T>
class SecondDerivatives {
 public:
  // Throws std::invalid_argument for custom joints.
  explicit SecondDerivatives(const Model& model)
      : model_(model),
        linear_(model),
        work_(model),
        q_(std::size_t(model.position_size())),
        v_(std::size_t(model.velocity_size())) {}

  // Compute the gradients of w . tau by q, v and a, or of w . a by q, v and tau, and their rates while these change with dq, dv
  // and `dthird`. `gradient` and `rate` have 3 n_v numbers each: by q, by v, and by a or tau. They throw as
  // inverse_dynamics and forward_dynamics do.
  void inverse_jvp(In<T> q, In<T> v, In<T> a, In<T> weights, In<T> dq, In<T> dv, In<T> dthird,
                   Out<T> gradient, Out<T> rate, const EnvironmentIn<T>& environment = {}) {
    differentiate<false>(q, v, a, weights, dq, dv, dthird, gradient, rate, environment);
  }
  void forward_jvp(In<T> q, In<T> v, In<T> tau, In<T> weights, In<T> dq, In<T> dv, In<T> dthird,
                   Out<T> gradient, Out<T> rate, const EnvironmentIn<T>& environment = {}) {
    differentiate<true>(q, v, tau, weights, dq, dv, dthird, gradient, rate, environment);
  }

  // Fill the symmetric Hessians of w . tau by (q, v, a) and of w . a by (q, v, tau), 3 n_v x 3 n_v.
  void inverse_hessian(In<T> q, In<T> v, In<T> a, In<T> weights, MatrixOut<T> hessian,
                       const EnvironmentIn<T>& environment = {}) {
    fill<false>(q, v, a, weights, hessian, environment);
  }
  void forward_hessian(In<T> q, In<T> v, In<T> tau, In<T> weights, MatrixOut<T> hessian,
                       const EnvironmentIn<T>& environment = {}) {
    fill<true>(q, v, tau, weights, hessian, environment);
  }

 private:
  template <bool forward>
  void differentiate(In<T> q, In<T> v, In<T> third, In<T> weights, In<T> dq, In<T> dv, In<T> dthird,
                     Out<T> gradient, Out<T> rate, const Environment<T>& environment);
  template <bool forward>
  void fill(In<T> q, In<T> v, In<T> third, In<T> weights, MatrixOut<T> hessian,
            const Environment<T>& environment);
  Environment<Dual<T>> constant(const Environment<T>& environment);

  OwnedModel model_;
  LinearizedDynamics<Dual<T>> linear_;
  Workspace<Dual<T>> work_;
  std::vector<Dual<T>> q_, v_, third_ = v_, weights_ = v_, result_ = v_, by_q_ = v_, by_v_ = v_,
                               by_third_ = v_;
  std::vector<T> direction_ = std::vector<T>(3 * v_.size()), gradient_ = direction_;
  std::vector<ExternalForce<Dual<T>>> forces_;
};

template <Scalar T>
Environment<Dual<T>> SecondDerivatives<T>::constant(const Environment<T>& environment) {
  forces_.resize(environment.forces.size());
  for (std::size_t i = 0; i < forces_.size(); ++i)
    forces_[i] = {environment.forces[i].frame,
                  {environment.forces[i].force.angular.template cast<Dual<T>>(),
                   environment.forces[i].force.linear.template cast<Dual<T>>()}};
  return {.base_acceleration = environment.base_acceleration.template cast<Dual<T>>(), .forces = forces_};
}

template <Scalar T>
template <bool forward>
void SecondDerivatives<T>::differentiate(In<T> q, In<T> v, In<T> third, In<T> weights, In<T> dq, In<T> dv,
                                         In<T> dthird, Out<T> gradient, Out<T> rate,
                                         const Environment<T>& environment) {
  const int n = model_.velocity_size();
  edge::check_position<T>(model_.tree<ConstantOf<T>>(), q);
  edge::check_finite("q", q);
  edge::check_input("v", v, n);
  edge::check_input(forward ? "tau" : "a", third, n);
  edge::check_input("the weights", weights, n);
  edge::check_input("dq", dq, n);
  edge::check_input("dv", dv, n);
  edge::check_input(forward ? "dtau" : "da", dthird, n);
  edge::check_size("the gradient", gradient, 3 * n);
  edge::check_size("the rate of the gradient", rate, 3 * n);
  detail::set_moving_position(model_.tree<ConstantOf<T>>(), q.data(), dq.data(), q_.data());
  for (std::size_t i = 0; i < v_.size(); ++i) {
    v_[i] = {v[i], dv[i]};
    third_[i] = {third[i], dthird[i]};
    weights_[i] = {weights[i], T(0)};
  }
  if constexpr (forward) {
    forward_dynamics<Dual<T>>(work_, q_, v_, third_, result_, constant(environment));
    linear_.update(work_);
    linear_.forward_vjp(work_, weights_, by_q_, by_v_, by_third_);
  } else {
    inverse_dynamics<Dual<T>>(work_, q_, v_, third_, result_, constant(environment));
    linear_.update(work_);
    linear_.inverse_vjp(work_, weights_, by_q_, by_v_, by_third_);
  }
  T *value = gradient.data(), *change = rate.data();
  for (const auto* part : {&by_q_, &by_v_, &by_third_}) {
    for (const Dual<T>& x : *part) *value++ = x.value, *change++ = x.rate;
  }
  edge::check_overflow("the gradient", gradient);
  edge::check_overflow("the rate of the gradient", rate);
}

template <Scalar T>
template <bool forward>
void SecondDerivatives<T>::fill(In<T> q, In<T> v, In<T> third, In<T> weights, MatrixOut<T> hessian,
                                const Environment<T>& environment) {
  const auto n = v_.size();
  edge::check_size("the Hessian", hessian, int(3 * n), int(3 * n));
  const auto part = [&](std::size_t i) { return VectorView<const T>(direction_.data() + i * n, n); };
  for (std::size_t j = 0; j < 3 * n; ++j) {
    std::fill(direction_.begin(), direction_.end(), T(0));
    direction_[j] = T(1);
    differentiate<forward>(q, v, third, weights, part(0), part(1), part(2), gradient_,
                           {hessian.data() + 3 * n * j, 3 * n}, environment);
  }
  for (int j = 0; j < hessian.cols(); ++j) {
    for (int i = 0; i < j; ++i) hessian(i, j) = hessian(j, i) = T(0.5) * (hessian(i, j) + hessian(j, i));
  }
}

extern template class SecondDerivatives<double>;

}  // namespace sinew
