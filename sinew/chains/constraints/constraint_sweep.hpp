// Computes, for the constraint rows of a model's loops and couplings, the Jacobian J, the Delassus matrix
// Omega = J M^-1 J^* and the accelerations along the rows in the absence of the constraints.
//
// R88 8.2 and SOA (20), for any loops and couplings of a tree. A row of a loop starts as a unit force along its
// direction on the second link and the opposite force on the first; a coupling starts as joint torques 1 and -slope at
// its two joints. chains/constraints/constraint_response.hpp propagates them inward. Without the constraints, the
// acceleration along a row is
//
//   J a_free + dJ/dt v = c - direction . phi^* a(ground) + rate         second term only for a first end on the ground
//
// A row of J may be zero: between bodies that cannot move relative to each other, or at a hinge whose axis coincides
// with that of another hinge. Rounding errors in such a row are cleared; their size is judged by the forces that the
// row starts with.
//
// Cost: that of chains/constraints/constraint_response.hpp.
#pragma once

#include <limits>

#include "sinew/chains/constraints/constraint_response.hpp"
#include "sinew/chains/constraints/constraints.hpp"

namespace sinew::detail {

template <Scalar T>
class ConstraintSweep {
 public:
  ConstraintSweep(const Model& model, const Constraints<T>& constraints);

  // Computes J, constraints.size() x v_size. Call after Constraints::update_position.
  void jacobian(const Constraints<T>& constraints, const Workspace<T>& work, MatrixOut<T> J);

  // Computes Omega and the accelerations along the rows without the constraints, including the rates. Call after
  // Constraints::update_velocity and the inward sweep of forward dynamics, with the ground's acceleration in
  // work.acceleration[0].
  void update(const Constraints<T>& constraints, const Workspace<T>& work, const T* v);
  const Matrix<T>& omega() const { return response_.omega(); }
  std::span<const T> free_accelerations() const { return free_; }

  // Computes the accelerations along the rows that the innovations of `work` cause.
  void accelerations(const Workspace<T>& work, Out<T> rows) const { response_.accelerations(work, rows); }
  // Adds the effect of multipliers x along the rows to the innovations.
  void correct(Workspace<T>& work, const T* x) const { response_.correct(work, x); }

  // Estimates the multiplications of forward dynamics by this method, including the solution for the multipliers. The
  // estimate is fitted to measured times, so that it can be compared with EmbeddedTree::estimated_cost.
  double estimated_cost(int dofs) const;

 private:
  static constexpr double rounding = 100 * double(std::numeric_limits<ConstantOf<T>>::epsilon());
  static constexpr ConstantOf<T> square_rounding = ConstantOf<T>(rounding * rounding);
  static SINEW_INLINE T square(const Force<T>& f) {
    return dot(f.angular, f.angular) + dot(f.linear, f.linear);
  }
  static std::vector<ConstraintPath> paths_of(const Constraints<T>& constraints);

  void check(const Constraints<T>& constraints, const Workspace<T>& work) const {
    edge::check_made_for("the sweep of the constraints", model_, constraints.model());
    edge::check_made_for("the workspace", work.model, model_);
  }
  void start(const Constraints<T>& constraints);
  void clear_rounding_errors(const Workspace<T>& work);

  OwnedModel model_;
  ConstraintResponse<T> response_;
  std::vector<T> square_size_;  // per row: squared norm of the forces that it starts with
  std::vector<T> free_;
};

// Lists the paths of the loops, then of the couplings, in the order of their rows.
template <Scalar T>
std::vector<ConstraintPath> ConstraintSweep<T>::paths_of(const Constraints<T>& constraints) {
  std::vector<ConstraintPath> list;
  for (const auto& loop : constraints.loops())
    list.push_back({loop.row_count, int(loop.second.link), int(loop.first.link)});
  for (const auto& coupling : constraints.couplings())
    list.push_back({1, int(coupling.follower.link), int(coupling.leader.link), true});
  return list;
}

template <Scalar T>
ConstraintSweep<T>::ConstraintSweep(const Model& model, const Constraints<T>& constraints)
    : model_(model),
      response_(model, paths_of(constraints)),
      square_size_(std::size_t(constraints.size()), T(1)),
      free_(std::size_t(constraints.size())) {}

template <Scalar T>
double ConstraintSweep<T>::estimated_cost(int dofs) const {
  const ConstraintPaths& paths = response_.paths();
  double sum = 250.0 * dofs + double(paths.rows) * paths.rows * paths.rows / 3;
  for (const ConstraintPaths::Step& step : paths.steps) {
    double crossing = 0;
    for (const ConstraintPaths::Columns& columns : step.crossing)
      crossing += paths.list[std::size_t(columns.path)].rows;
    sum += crossing * (60 + crossing / 2);
  }
  return sum;
}

// Sets the unit forces of all rows on the links of their ends.
template <Scalar T>
void ConstraintSweep<T>::start(const Constraints<T>& constraints) {
  int path = 0;
  for (const auto& loop : constraints.loops()) {
    const bool on_ground = loop.first.link == 0;  // a first end on the ground needs no force
    for (int i = 0; i < loop.row_count; ++i) {
      T& size = square_size_[std::size_t(loop.row + i)];
      const Force<T> force = loop.second.placement.force_to_parent(loop.rows.direction[i]);
      response_.set(path, i, force);
      size = square(force);
      if (on_ground) continue;
      const Force<T> against = T(-1) * loop.on_first.force_to_parent(loop.rows.direction[i]);
      response_.set_against(path, i, against);
      size = size + square(against);
    }
    ++path;
  }
  for (const auto& coupling : constraints.couplings()) {
    response_.set(path, 0, {});
    response_.set_against(path, 0, {});
    response_.set_torques(path, T(coupling.active ? 1 : 0), coupling.active ? -coupling.slope : T(0));
    ++path;
  }
}

template <Scalar T>
void ConstraintSweep<T>::clear_rounding_errors(const Workspace<T>& work) {
  T answers{};
  for (const Measurement<T>& m : work.measurement) answers = answers + m.inverse_variance;
  Matrix<T>& omega = response_.omega();
  const int size = omega.rows();
  for (int j = 0; j < size; ++j) {
    if (omega(j, j) > square_rounding * (square_size_[std::size_t(j)] * answers)) continue;
    for (int i = 0; i < size; ++i) omega(i, j) = omega(j, i) = T(0);
  }
}

template <Scalar T>
void ConstraintSweep<T>::jacobian(const Constraints<T>& constraints, const Workspace<T>& work,
                                  MatrixOut<T> J) {
  check(constraints, work);
  edge::check_size("the Jacobian of the constraints", J, constraints.size(), work.tree->v_size);
  start(constraints);
  response_.carry_jacobian(work);
  for (int j = 0; j < J.rows(); ++j) {
    for (int i = 0; i < J.cols(); ++i) J(j, i) = T(0);
    T sum{};
    response_.for_each_dof(j, [&](int, const T& e) { sum = sum + e * e; });
    if (!(sum > square_rounding * square_size_[std::size_t(j)])) continue;
    response_.for_each_dof(j, [&](int i, const T& e) { J(j, i) = e; });
  }
}

template <Scalar T>
void ConstraintSweep<T>::update(const Constraints<T>& constraints, const Workspace<T>& work, const T* v) {
  check(constraints, work);
  start(constraints);
  const Motion<T>& base = work.acceleration[0];
  response_.carry(work, v, base);
  clear_rounding_errors(work);
  for (int j = 0; j < constraints.size(); ++j) free_[std::size_t(j)] = response_.acceleration(j);
  for (const auto& loop : constraints.loops()) {
    if (!loop.active) continue;
    Motion<T> first{};  // the acceleration of a first end on the ground, seen from the second
    if (loop.first.link == 0) first = loop.on_first.motion_to_child(base);
    for (int i = 0; i < loop.row_count; ++i) {
      T& row = free_[std::size_t(loop.row + i)];
      row = row - dot(loop.rows.direction[i], first) + loop.rate[i];
    }
  }
  for (const auto& coupling : constraints.couplings()) {
    T& row = free_[std::size_t(coupling.row)];
    if (coupling.active) row = row + coupling.rate;
  }
}

extern template class ConstraintSweep<double>;
extern template class ConstraintSweep<float>;

}  // namespace sinew::detail
