// Computes forward dynamics of a closed chain from its dense equations: a reference for the recursions, and the fastest
// method for many constraint rows and few degrees of freedom.
//
//   [ M  -J^* ] [ a ]   [ tau - bias ]           J M^-1 J^* x = - (J M^-1 (tau - bias) + dJ/dt v)
//   [ J    0  ] [ x ] = [ - dJ/dt v  ]           a = M^-1 (tau - bias + J^* x)
//
// M comes from composite rigid bodies (CRBA), the bias from the Newton-Euler recursion (RNEA), and J from a sweep
// without the filter: only the rows are shared with the method of chains/loops/closed_chain.hpp.
//
// Cost: n^3 / 6 + n^2 m + n m^2 / 2 + m^3 / 6 multiplications for n degrees of freedom and m rows.
#pragma once

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/chains/constraints/constraint_sweep.hpp"
#include "sinew/chains/constraints/row_solver.hpp"

namespace sinew::detail {

template <Scalar T>
class DenseClosedChain {
 public:
  DenseClosedChain(const Model& model, int rows)
      : M_(model.velocity_size(), model.velocity_size()),
        mass_(model.velocity_size()),
        J_(rows, model.velocity_size()),
        response_(model.velocity_size(), rows),
        omega_(rows, rows),
        free_(std::size_t(rows)) {}

  // Leaves the constraints at q and v, and the accelerations of the links in `work`.
  void forward_dynamics(Workspace<T>& work, Constraints<T>& constraints, ConstraintSweep<T>& sweep,
                        RowSolver<T>& rows, In<T> q, In<T> v, In<T> tau, Out<T> a,
                        const Environment<T>& environment);

  // Solves M a = f + J^* x, J a = c with the factors of the last forward_dynamics. x: c in, the solution out.
  void solve(const Constraints<T>& constraints, RowSolver<T>& rows, In<T> f, Out<T> a, Out<T> x);

 private:
  Matrix<T> M_;
  SymmetricSolver<T> mass_;
  Matrix<T> J_, response_, omega_;  // response: M^-1 J^*
  std::vector<T> free_;
};

template <Scalar T>
void DenseClosedChain<T>::forward_dynamics(Workspace<T>& work, Constraints<T>& constraints,
                                           ConstraintSweep<T>& sweep, RowSolver<T>& rows, In<T> q, In<T> v,
                                           In<T> tau, Out<T> a, const Environment<T>& environment) {
  edge::check_made_for("the closed chain", constraints.model(), work.model);
  const int n = work.model.velocity_size(), m = constraints.size();
  edge::check_finite("tau", tau);
  mass_matrix(work, q, M_);
  mass_.factorise(M_, 0);
  bias_force(work, q, v, a, environment);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = tau[i] - a[i];
  mass_.solve(a);

  update_velocities(work, q, v);
  constraints.update_position(*work.tree, work, q.data());
  constraints.update_velocity(work, v.data());
  constraints.accelerations(work.bias_acceleration, nullptr, free_);
  sweep.jacobian(constraints, work, J_);
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i) {
      response_(i, j) = J_(j, i);
      free_[std::size_t(j)] = free_[std::size_t(j)] + J_(j, i) * a[std::size_t(i)];
    }
  }
  mass_.solve_columns(response_);
  for (int j = 0; j < m; ++j) {
    for (int k = 0; k < m; ++k) {
      T sum{};
      for (int i = 0; i < n; ++i) sum = sum + J_(k, i) * response_(i, j);
      omega_(k, j) = sum;
    }
  }
  bool finite = rows.solve(constraints, omega_, free_);
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i)
      a[std::size_t(i)] = a[std::size_t(i)] + response_(i, j) * rows.multipliers()[std::size_t(j)];
  }
  finite = finite && edge::all_finite(a.data(), a.size());
  if (!finite) edge::overflows("forward dynamics of the closed chain");
  work.contents.drop("ClosedChain::forward_dynamics", content::of_velocity & ~content::joint_velocities);
  newton_euler::outward<true, true>(*work.tree, work, v.data(), a.data(), environment);
  constraints.add_loads(work, rows.multipliers().data());
  work.contents.add(content::velocities | content::costates | content::dynamics);
}

template <Scalar T>
void DenseClosedChain<T>::solve(const Constraints<T>& constraints, RowSolver<T>& rows, In<T> f, Out<T> a,
                                Out<T> x) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = f[i];
  mass_.solve(a);
  for (int j = 0; j < J_.rows(); ++j) {
    for (int i = 0; i < J_.cols(); ++i) x[std::size_t(j)] = x[std::size_t(j)] - J_(j, i) * a[std::size_t(i)];
  }
  rows.solve_again(constraints, x);
  for (int j = 0; j < J_.rows(); ++j) {
    for (int i = 0; i < J_.cols(); ++i)
      a[std::size_t(i)] = a[std::size_t(i)] + response_(i, j) * x[std::size_t(j)];
  }
}

}  // namespace sinew::detail
