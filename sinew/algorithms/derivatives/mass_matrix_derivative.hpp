// Computes derivatives of the mass matrix M(q), contracted with vectors or as a whole.
//
// Inverse dynamics at zero velocity, without gravity and forces, is M a. Products with its derivatives are therefore those of
// LinearizedDynamics at this state:
//
//   d(M x) along dq        JVP                    by q of y^T M x          VJP with the weights y
//   y^T dM/dt x            the latter times v     dM/dq(i, j, k)           the latter for all unit vectors
//
// Derivatives by position are those along the velocities of Model::integrate. Cost: O(n) per product, O(n^2) for d(M x)/dq,
// O(n^3) for the tensor.
#pragma once

#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"

namespace sinew {

// Has working memory of its own, so that no workspace changes its state. Throws std::invalid_argument for models with
// custom joints. The functions allocate nothing.
template <Scalar T>
class MassMatrixDerivative {
 public:
  explicit MassMatrixDerivative(const Model& model)
      : linear_(model), work_(model), one_(std::size_t(model.velocity_size())), other_(one_), zero_(one_) {}

  const Model& model() const { return work_.model; }

  // Computes the rate of M x while the joints move with dq and x stays.
  void product_jvp(In<T> q, In<T> x, In<T> dq, Out<T> rate) {
    linearise(q, x);
    linear_.inverse_jvp(work_, dq, zero_, zero_, rate);
  }
  // Computes the gradient of y^T M x by q. Its product with the joint velocities is y^T dM/dt x.
  void gradient(In<T> q, In<T> x, In<T> y, Out<T> by_q) {
    linearise(q, x);
    linear_.inverse_vjp(work_, y, by_q, one_, other_);
  }
  // Fills d(M x)/dq, n_v x n_v.
  void product_derivative(In<T> q, In<T> x, MatrixOut<T> by_q) {
    const int n = work_.model.velocity_size();
    edge::check_size("the derivative of M x", by_q, n, n);
    linearise(q, x);
    for (int j = 0; j < n; ++j) {
      unit(j, [&](In<T> e) { linear_.inverse_jvp(work_, e, zero_, zero_, {&by_q(0, j), std::size_t(n)}); });
    }
  }
  // Fills dM/dq, n_v x n_v x n_v: entry i + n_v (j + n_v k) is dM(i, j)/dq(k).
  void tensor(In<T> q, Out<T> dM) {
    const auto n = std::size_t(work_.model.velocity_size());
    edge::check_size("the derivative of the mass matrix", dM, int(n * n * n));
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<T>& x = acceleration_;
      std::fill(x.begin(), x.end(), T(0));
      x[j] = T(1);
      linearise(q, x);
      for (std::size_t k = 0; k < n; ++k) {
        unit(int(k), [&](In<T> e) {
          linear_.inverse_jvp(work_, e, zero_, zero_, {dM.data() + n * (j + n * k), n});
        });
      }
    }
  }

 private:
  // Sets the state at which inverse dynamics is M x: the base accelerates as gravity does.
  void linearise(In<T> q, In<T> x) {
    const Environment<T> falling{.base_acceleration = {{}, work_.model.gravity().template cast<T>()}};
    inverse_dynamics<T>(work_, q, zero_, x, one_, falling);
    linear_.update(work_);
  }
  template <class Call>
  void unit(int j, const Call& call) {
    std::fill(unit_.begin(), unit_.end(), T(0));
    unit_[std::size_t(j)] = T(1);
    call(unit_);
  }

  LinearizedDynamics<T> linear_;
  Workspace<T> work_;
  std::vector<T> one_, other_, zero_, unit_ = zero_, acceleration_ = zero_;
};

}  // namespace sinew
