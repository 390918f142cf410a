// Computes inverse dynamics of a closed chain: the joint torques of least norm, on the actuated joints only, that
// produce given accelerations.
//
// Let g be the joint torques that the open chain would need (Newton-Euler, RNEA). The loops carry any part of them that
// lies in the range of J^*. The independent motions S (chains/loops/closed_kinematics.hpp) give the part that is left
// to the motors:
//
//   S^* tau = S^* g          tau of least norm on the actuated joints, zero on the others
//   J^* x = g - tau          forces carried by the loops: multipliers of least norm
//
// With more motors than degrees of freedom, internal forces in the loops are possible and the tau of least norm is one
// of many solutions. With fewer motors, or motors on unsuitable joints, the accelerations may be unreachable; the
// residual measures the missing torque.
//
// Cost: inverse dynamics, the elimination of J, f^2 n / 2 + f^3 / 6 multiplications for f degrees of freedom.
#pragma once

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/chains/loops/closed_kinematics.hpp"

namespace sinew {

// Constructed once for a closed chain and its motors; calls allocate nothing.
template <Scalar T>
class ClosedInverseDynamics {
 public:
  // `actuated`: the degrees of freedom with motors, as indices into v. If empty, all of them have motors.
  ClosedInverseDynamics(const Model& model, const ClosedChain<T>& chain, std::span<const int> actuated = {});

  // Throws std::invalid_argument if the workspace or the closed chain belongs to another model. a must keep the loops
  // closed (J a + dJ/dt v = 0); it is not projected onto such accelerations. Returns the residual: the largest entry of
  // S^* (g - tau), which the motors cannot produce; zero up to rounding if they can. Afterwards joint_forces and
  // fixed_joint_forces on the workspace give the forces across the joints of the closed chain.
  T solve(Workspace<T>& work, ClosedChain<T>& chain, In<T> q, In<T> v, In<T> a, Out<T> tau,
          const EnvironmentIn<T>& environment = {});
  std::span<const T> multipliers() const { return multipliers_; }  // one per row, forces on the second ends
  const ClosedKinematics<T>& kinematics() const { return kinematics_; }
  ClosedKinematics<T>& kinematics() { return kinematics_; }

 private:
  void clear_rounding_errors();

  ClosedKinematics<T> kinematics_;
  std::vector<int> actuated_;
  Matrix<T> gram_;
  LeastNormSolver<T> solver_;
  std::vector<T> needed_, reduced_, left_, multipliers_;
};

template <Scalar T>
ClosedInverseDynamics<T>::ClosedInverseDynamics(const Model& model, const ClosedChain<T>& chain,
                                                std::span<const int> actuated)
    : kinematics_(model, chain),
      actuated_(actuated.begin(), actuated.end()),
      gram_(model.velocity_size(), model.velocity_size()),
      solver_(model.velocity_size()),
      needed_(std::size_t(model.velocity_size())),
      reduced_(needed_.size()),
      left_(needed_.size()),
      multipliers_(std::size_t(chain.rows())) {
  for (int i = 0; i < model.velocity_size() && actuated.empty(); ++i) actuated_.push_back(i);
  for (const int i : actuated_) edge::check_dof(i, model.velocity_size());
}

// Clears the rows and columns of the Gram matrix that belong to motions that move no motor: they hold only rounding
// errors.
template <Scalar T>
void ClosedInverseDynamics<T>::clear_rounding_errors() {
  const Matrix<T>& S = kinematics_.independent_motions();
  for (int c = 0; c < S.cols(); ++c) {
    T whole{};
    for (int i = 0; i < S.rows(); ++i) whole = whole + S(i, c) * S(i, c);
    if (gram_(c, c) > T(SymmetricSolver<T>::default_tolerance) * whole) continue;
    for (int b = 0; b <= c; ++b) gram_(c, b) = T(0);
    for (int b = c; b < S.cols(); ++b) gram_(b, c) = T(0);
  }
}

template <Scalar T>
T ClosedInverseDynamics<T>::solve(Workspace<T>& work, ClosedChain<T>& chain, In<T> q, In<T> v, In<T> a,
                                  Out<T> tau, const EnvironmentIn<T>& environment) {
  kinematics_.check(work.model, chain);
  edge::check_size("the result tau", tau, work.model.velocity_size());
  inverse_dynamics(work, q, v, a, needed_, environment);
  kinematics_.update(work, chain, q);
  const Matrix<T>& S = kinematics_.independent_motions();
  const int f = S.cols();
  gram_.reset(f, f);
  for (int c = 0; c < f; ++c) {
    T sum{};
    for (int i = 0; i < S.rows(); ++i) sum = sum + S(i, c) * needed_[std::size_t(i)];
    reduced_[std::size_t(c)] = left_[std::size_t(c)] = sum;
    for (int b = 0; b <= c; ++b) {
      for (const int i : actuated_) gram_(c, b) = gram_(c, b) + S(i, c) * S(i, b);
    }
  }
  clear_rounding_errors();
  solver_.factorise(gram_);
  solver_.solve(VectorView<T>(reduced_.data(), std::size_t(f)));
  std::fill(tau.data(), tau.data() + tau.size(), T(0));
  T residual{};
  for (int c = 0; c < f; ++c) {
    for (const int i : actuated_)
      tau[std::size_t(i)] = tau[std::size_t(i)] + S(i, c) * reduced_[std::size_t(c)];
  }
  for (int c = 0; c < f; ++c) {
    T missing = left_[std::size_t(c)];
    for (const int i : actuated_) missing = missing - S(i, c) * tau[std::size_t(i)];
    if (detail::magnitude(missing) > residual) residual = detail::magnitude(missing);
  }
  for (std::size_t i = 0; i < needed_.size(); ++i) needed_[i] = needed_[i] - tau[i];
  kinematics_.multipliers(needed_, multipliers_);
  edge::check_overflow("inverse dynamics of the closed chain", tau);
  edge::check_overflow("a multiplier", multipliers_.data(), multipliers_.size());
  chain.constraints().add_loads(work, multipliers_.data());
  return residual;
}

extern template class ClosedInverseDynamics<double>;
extern template class ClosedInverseDynamics<float>;

}  // namespace sinew
