// The rows of a model's loops and couplings, carried inward: their Jacobian, and how they answer to forces along them.
//
// R88 8.2 and SOA (20), for any loops and couplings of a tree. A row of a loop starts as a unit force along its direction
// on the second link and against it on the first, a coupling as unit moments at its two joints; chains/row_response.hpp
// carries them. What a row does without the constraints is
//
//   J a_free + dJ/dt v = c - direction . phi^* a(ground) + rate         the second term where the first end is on the ground
//
// A row may say nothing at all: between bodies that do not move against each other, or at a hinge that has another one on
// its axis. What rounding leaves of it is cleared, measured by the forces the row starts with.
//
// Cost: that of chains/row_response.hpp.
#pragma once

#include <limits>

#include "sinew/chains/constraints.hpp"
#include "sinew/chains/row_response.hpp"

namespace sinew {

template <Scalar T>
class ConstraintSweep {
 public:
  ConstraintSweep(const Model& model, const Constraints<T>& constraints);

  // The rows J, size() x v_size; after Constraints::update_position.
  void jacobian(const Constraints<T>& constraints, const Workspace<T>& work, MatrixOut<T> J);

  // Omega and the rows' accelerations without the constraints, rates included; after Constraints::update_velocity and
  // the inward sweep of forward dynamics, with the ground's acceleration in work.acceleration[0].
  void update(const Constraints<T>& constraints, const Workspace<T>& work, const T* v);
  const Matrix<T>& omega() const { return response_.omega(); }
  std::span<const T> free_accelerations() const { return free_; }

  // What multipliers along the rows do to the innovations.
  void correct(Workspace<T>& work, const T* x) const { response_.correct(work, x); }

  // Multiplications of forward dynamics that goes through here, the solution for the multipliers included; fitted to
  // measured times, so as to compare with EmbeddedTree::estimated_cost.
  double estimated_cost(int freedoms) const;

 private:
  static constexpr double rounding = 100 * double(std::numeric_limits<ConstantOf<T>>::epsilon());
  static constexpr ConstantOf<T> square_rounding = ConstantOf<T>(rounding * rounding);
  static SINEW_INLINE T square(const Force<T>& f) {
    return dot(f.angular, f.angular) + dot(f.linear, f.linear);
  }
  static std::vector<RowWay> ways(const Constraints<T>& constraints);

  void check(const Constraints<T>& constraints, const Workspace<T>& work) const {
    edge::check_made_for("the sweep of the constraints", model_, constraints.model());
    edge::check_made_for("the workspace", work.model, model_);
  }
  void start(const Constraints<T>& constraints);
  void clear_what_rounding_left(const Workspace<T>& work);

  OwnedModel model_;
  RowResponse<T> response_;
  std::vector<T> square_size_;  // per row: of the forces it starts with
  std::vector<T> free_;
};

// The loops, then the couplings, as their rows are numbered.
template <Scalar T>
std::vector<RowWay> ConstraintSweep<T>::ways(const Constraints<T>& constraints) {
  std::vector<RowWay> list;
  for (const auto& loop : constraints.loops())
    list.push_back({loop.row_count, int(loop.second.link), int(loop.first.link)});
  for (const auto& coupling : constraints.couplings())
    list.push_back({1, int(coupling.follower.link), int(coupling.leader.link), true});
  return list;
}

template <Scalar T>
ConstraintSweep<T>::ConstraintSweep(const Model& model, const Constraints<T>& constraints)
    : model_(model),
      response_(model, ways(constraints)),
      square_size_(std::size_t(constraints.size()), T(1)),
      free_(std::size_t(constraints.size())) {}

template <Scalar T>
double ConstraintSweep<T>::estimated_cost(int freedoms) const {
  const RowPaths& paths = response_.paths();
  double sum = 250.0 * freedoms + double(paths.rows) * paths.rows * paths.rows / 3;
  for (const RowPaths::Step& step : paths.steps) {
    double crossing = 0;
    for (const RowPaths::Columns& columns : step.crossing)
      crossing += paths.ways[std::size_t(columns.way)].rows;
    sum += crossing * (60 + crossing / 2);
  }
  return sum;
}

// The unit forces, on the links of the ends.
template <Scalar T>
void ConstraintSweep<T>::start(const Constraints<T>& constraints) {
  int way = 0;
  for (const auto& loop : constraints.loops()) {
    const bool on_ground = loop.first.link == 0;  // there nothing is carried
    const Transform<T> from_first = on_ground ? Transform<T>{} : loop.first.placement * loop.X;
    for (int i = 0; i < loop.row_count; ++i) {
      T& size = square_size_[std::size_t(loop.row + i)];
      const Force<T> force = loop.second.placement.force_to_parent(loop.rows.direction[i]);
      response_.set(way, i, force);
      size = square(force);
      if (on_ground) continue;
      const Force<T> against = T(-1) * from_first.force_to_parent(loop.rows.direction[i]);
      response_.set_against(way, i, against);
      size = size + square(against);
    }
    ++way;
  }
  for (const auto& coupling : constraints.couplings()) {
    response_.set(way, 0, {});
    response_.set_against(way, 0, {});
    response_.set_moments(way, T(coupling.active ? 1 : 0), coupling.active ? -coupling.slope : T(0));
    ++way;
  }
}

template <Scalar T>
void ConstraintSweep<T>::clear_what_rounding_left(const Workspace<T>& work) {
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
    response_.for_each_freedom(j, [&](int, const T& e) { sum = sum + e * e; });
    if (!(sum > square_rounding * square_size_[std::size_t(j)])) continue;
    response_.for_each_freedom(j, [&](int i, const T& e) { J(j, i) = e; });
  }
}

template <Scalar T>
void ConstraintSweep<T>::update(const Constraints<T>& constraints, const Workspace<T>& work, const T* v) {
  check(constraints, work);
  start(constraints);
  const Motion<T>& base = work.acceleration[0];
  response_.carry(work, v, base);
  clear_what_rounding_left(work);
  for (int j = 0; j < constraints.size(); ++j) free_[std::size_t(j)] = response_.acceleration(j);
  for (const auto& loop : constraints.loops()) {
    if (!loop.active) continue;
    Motion<T> first{};  // the acceleration of a first end on the ground, seen from the second
    if (loop.first.link == 0) first = loop.X.motion_to_child(loop.first.placement.motion_to_child(base));
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

}  // namespace sinew
