// Computes the matrices of the derivatives of inverse and forward dynamics: how joint torques change with q, v and a, and
// how joint accelerations change with q, v and tau.
//
//   tau = inverse dynamics of (q, v, a)     dtau/dq     dtau/dv     dtau/da = M
//   a = forward dynamics of (q, v, tau)     da/dq       da/dv       da/dtau = M^-1
//
// Derivatives by position are those along the velocities of `Model::integrate`, one number for each degree of freedom, so
// that all matrices are n x n for spherical and floating joints too. External forces are held constant in the frames of
// their bodies.
//
// Everything is computed in one common frame with several degrees of freedom in a SIMD register: the motion and its
// rates in internal/common_frame.hpp, then dtau from composite inertias, after S. Singh, R. P. Russell & P. M. Wensing
// (internal/inverse_dynamics_columns.hpp), and da from the filter, without forming dtau and without a product of matrices
// (internal/forward_dynamics_columns.hpp).
//
// Cost: O(n d) for inverse dynamics of a tree of depth d, and as many numbers as the matrices have are written. O(n^2)
// for forward dynamics, with 24 to 57 multiplications for the three entries of a pair.
#pragma once

#include <memory>

#include "sinew/algorithms/workspace/workspace.hpp"

namespace sinew {

// Computes the matrices for one robot. Make it once for each thread; its functions allocate nothing. Loops, couplings and
// mimic joints are ignored, as in all recursions of the tree. The library contains it for double and float.
template <Scalar T>
class DynamicsDerivatives {
 public:
  // Throws std::invalid_argument for custom joints, which do not give the derivatives of their bias acceleration.
  explicit DynamicsDerivatives(const Model& model);
  ~DynamicsDerivatives();
  DynamicsDerivatives(DynamicsDerivatives&&) noexcept;
  DynamicsDerivatives& operator=(DynamicsDerivatives&&) noexcept;

  const Model& model() const;

  // Computes dtau/dq, dtau/dv and dtau/da, the mass matrix, each n_v x n_v. Throws std::overflow_error if a result is too
  // large for the number type; if the input is wrong, nothing is written.
  void inverse_dynamics(In<T> q, In<T> v, In<T> a, MatrixOut<T> by_q, MatrixOut<T> by_v, MatrixOut<T> by_a,
                        const Environment<T>& environment = {});

  // Computes a and da/dq, da/dv and da/dtau, the inverse of the mass matrix. Throws std::domain_error if a joint moves no
  // inertia of its own and ImpossibleRobot if the model has physical errors.
  void forward_dynamics(In<T> q, In<T> v, In<T> tau, MatrixOut<T> by_q, MatrixOut<T> by_v,
                        MatrixOut<T> by_tau, Out<T> a, const Environment<T>& environment = {});

  // Computes the derivative by q of the joint torques that hold the robot still against gravity: the stiffness of gravity.
  void gravity_force(In<T> q, MatrixOut<T> by_q);

  // Computes the derivatives by q and v of the bias force, the joint torques at joint accelerations of zero.
  void bias_force(In<T> q, In<T> v, MatrixOut<T> by_q, MatrixOut<T> by_v,
                  const Environment<T>& environment = {});

 private:
  struct Parts;
  // Throws std::logic_error if the object was moved from.
  Parts& parts() const;
  // `what` names the result if it overflows.
  void differentiate_inverse_dynamics(const char* what, const T* q, const T* v, const T* a, T* by_q, T* by_v,
                                      T* by_a, const Environment<T>& environment);
  std::unique_ptr<Parts> parts_;
};

extern template class DynamicsDerivatives<double>;
extern template class DynamicsDerivatives<float>;

}  // namespace sinew
