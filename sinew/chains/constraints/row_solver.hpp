// Solves for the multipliers of the constraints: Omega x = - (J a_free + dJ/dt v), over the active rows.
//
// Linearly dependent rows make Omega singular. Its rank is then determined, and the multipliers are those of least norm
// (dense/solvers/least_norm.hpp); the norm adds newtons and newton metres without weights.
#pragma once

#include "sinew/chains/constraints/constraints.hpp"
#include "sinew/dense/solvers/least_norm.hpp"

namespace sinew::detail {

template <Scalar T>
class RowSolver {
 public:
  explicit RowSolver(int rows)
      : solver_(rows), omega_(rows, rows), right_side_(std::size_t(rows)), multipliers_(std::size_t(rows)) {}

  // `free`: the accelerations along the rows without the constraints. Returns false if the solver has left out a row
  // that contains a number that is not finite, because it takes such a row for a linearly dependent one. In all other
  // cases such numbers make the multipliers, and with them the accelerations, not finite.
  bool solve(const Constraints<T>& constraints, const Matrix<T>& omega, std::span<const T> free);
  // Replaces one number per row by the solution x with the same factors, zero where inactive: Omega x = rows.
  void solve_again(const Constraints<T>& constraints, Out<T> rows);
  std::span<const T> multipliers() const { return multipliers_; }  // per row, zero where inactive
  int rank() const { return solver_.rank(); }

 private:
  bool rows_are_finite(std::span<const int> active, const Matrix<T>& omega) const;

  LeastNormSolver<T> solver_;
  Matrix<T> omega_;  // of the active rows
  std::vector<T> right_side_, multipliers_;
};

template <Scalar T>
bool RowSolver<T>::solve(const Constraints<T>& constraints, const Matrix<T>& omega, std::span<const T> free) {
  const std::span<const int> active = constraints.active_rows();
  const auto count = active.size();
  if (count == multipliers_.size()) {
    solver_.factorise(omega);
  } else {
    omega_.reset(int(count), int(count));
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t i = j; i < count; ++i) omega_(int(i), int(j)) = omega(active[i], active[j]);
    }
    solver_.factorise(omega_);
  }
  for (std::size_t i = 0; i < count; ++i) right_side_[i] = -free[std::size_t(active[i])];
  const bool finite = solver_.nullity() == 0 || rows_are_finite(active, omega);
  solver_.solve(VectorView<T>(right_side_.data(), count));
  std::fill(multipliers_.begin(), multipliers_.end(), T(0));
  for (std::size_t i = 0; i < count; ++i) multipliers_[std::size_t(active[i])] = right_side_[i];
  return finite;
}

template <Scalar T>
bool RowSolver<T>::rows_are_finite(std::span<const int> active, const Matrix<T>& omega) const {
  T zero{};  // x - x is zero or NaN
  for (std::size_t i = 0; i < active.size(); ++i) {
    const T& x = right_side_[i];
    const T& diagonal = omega(active[i], active[i]);
    zero = zero + ((x - x) + (diagonal - diagonal));
  }
  return edge::all_finite(&zero, 1);
}

template <Scalar T>
void RowSolver<T>::solve_again(const Constraints<T>& constraints, Out<T> rows) {
  const std::span<const int> active = constraints.active_rows();
  for (std::size_t i = 0; i < active.size(); ++i) right_side_[i] = rows[std::size_t(active[i])];
  solver_.solve(VectorView<T>(right_side_.data(), active.size()));
  std::fill(rows.data(), rows.data() + rows.size(), T(0));
  for (std::size_t i = 0; i < active.size(); ++i) rows[std::size_t(active[i])] = right_side_[i];
}

}  // namespace sinew::detail
