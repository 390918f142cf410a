#include "sinew/simulate/optimal/state_costs.hpp"

#include <algorithm>
#include <memory>

#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/base/check_number.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/model/joints/configuration_tangents.hpp"
#include "sinew/model/joints/joint_rotation.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew {
namespace {

// Accumulates W += weight row^T row and w += weight error row, for the square of an error and its derivative.
void add_square(double weight, double error, In<double> row, std::vector<double>& w, Matrix<double>& W) {
  if (weight == 0) return;
  for (std::size_t j = 0; j < row.size(); ++j) {
    if (row[j] == 0) continue;
    w[j] += weight * error * row[j];
    for (std::size_t i = 0; i < row.size(); ++i) W(int(i), int(j)) += weight * row[i] * row[j];
  }
}

}  // namespace

namespace detail {

StateCosts::StateCosts(const Model& model, const StateCost& cost, std::vector<double> target,
                       const FrameTarget* frame, double factor)
    : model_(model),
      work_(model),
      position_(gains_of_dofs("position_cost", model, cost.position)),
      velocity_(gains_of_dofs("velocity_cost", model, cost.velocity)),
      target_(std::move(target)),
      factor_(factor),
      e_(position_.size()),
      weighted_(e_),
      unused_(e_) {
  if (!frame) return;
  frame_ = *frame;
  index_ = model.frame(frame->frame);
  edge::check_not_negative("position_cost of the frame", frame->position_cost);
  edge::check_not_negative("rotation_cost of the frame", frame->rotation_cost);
}

double StateCosts::value(In<double> q, In<double> v) {
  double sum = 0;
  difference(model_, target_, q, e_);
  for (std::size_t i = 0; i < e_.size(); ++i)
    sum += position_[i] * e_[i] * e_[i] + velocity_[i] * v[i] * v[i];
  if (frame_) {
    const auto [shift, turn] = frame_error(q);
    sum += frame_->position_cost * dot(shift, shift) + frame_->rotation_cost * dot(turn, turn);
  }
  return 0.5 * factor_ * sum;
}

void StateCosts::add_gradient(In<double> q, In<double> v, Out<double> by_q, Out<double> by_v) {
  difference(model_, target_, q, e_);
  for (std::size_t i = 0; i < e_.size(); ++i) {
    weighted_[i] = factor_ * position_[i] * e_[i];
    by_v[i] += factor_ * velocity_[i] * v[i];
  }
  // de = d exp^-1_{-e} dq
  rate_weights(model_, e_, e_, unused_, weighted_);
  for (std::size_t i = 0; i < e_.size(); ++i) by_q[i] += weighted_[i];
  if (!frame_) return;
  const FrameError error = frame_error(q);
  Matrix<double> shifts, turns;
  frame_rows(error, shifts, turns);
  for (std::size_t i = 0; i < e_.size(); ++i)
    by_q[i] += factor_ * (frame_->position_cost * dot(error.shift, sinew::read(&shifts(0, int(i)))) +
                          frame_->rotation_cost * dot(error.turn, sinew::read(&turns(0, int(i)))));
}

void StateCosts::expand(In<double> q, In<double> v, std::vector<double>& w, Matrix<double>& W) {
  const int n = model_.velocity_size();
  difference(model_, target_, q, e_);
  // de = d exp^-1_{-e} dq
  Matrix<double> change = identity<double>(n);
  rate_tangents(model_, e_, e_, Matrix<double>(n, n), change);
  std::vector<double> row(2 * e_.size());
  const auto set_row = [&](const Matrix<double>& rows, int i) {
    std::fill(row.begin(), row.end(), 0.0);
    for (int j = 0; j < n; ++j) row[std::size_t(j)] = rows(i, j);
  };
  for (int i = 0; i < n; ++i) {
    const auto k = std::size_t(i);
    set_row(change, i);
    add_square(factor_ * position_[k], e_[k], row, w, W);
    std::fill(row.begin(), row.end(), 0.0);
    row[k + e_.size()] = 1;
    add_square(factor_ * velocity_[k], v[k], row, w, W);
  }
  if (!frame_) return;
  const FrameError error = frame_error(q);
  Matrix<double> shifts, turns;
  frame_rows(error, shifts, turns);
  const auto add = [&](double weight, const Matrix<double>& rows, const Vector3<double>& of) {
    const double numbers[] = {of.x, of.y, of.z};
    for (int i = 0; i < 3; ++i) {
      set_row(rows, i);
      add_square(factor_ * weight, numbers[i], row, w, W);
    }
  };
  add(frame_->position_cost, shifts, error.shift);
  add(frame_->rotation_cost, turns, error.turn);
}

StateCosts::FrameError StateCosts::frame_error(In<double> q) {
  update_poses<double>(work_, q);
  const Transform<double> at = pose(work_, index_);
  const Quaternion<double> from = quaternion_of(frame_->pose.rotation), to = quaternion_of(at.rotation);
  const double a[] = {from.w, from.x, from.y, from.z}, b[] = {to.w, to.x, to.y, to.z};
  return {at.translation - frame_->pose.translation, rotation_vector_between(a, b)};
}

void StateCosts::frame_rows(const FrameError& error, Matrix<double>& shifts, Matrix<double>& turns) {
  const int n = model_.velocity_size();
  Matrix<double> J(6, n);
  jacobian<double>(work_, index_, Reference::body, J);
  const Rotation<double> R = pose(work_, index_).rotation;
  shifts.reset(3, n);
  turns.reset(3, n);
  for (int j = 0; j < n; ++j) {
    sinew::write(&turns(0, j), inverse_dexp(error.turn, sinew::read(&J(0, j))));
    sinew::write(&shifts(0, j), R * sinew::read(&J(3, j)));
  }
}

}  // namespace detail

StateFunction quadratic_cost(const Model& model, const StateCost& cost, const std::vector<double>& target,
                             const std::optional<FrameTarget>& frame) {
  StateCost used = cost;
  if (target.empty()) used.position = {0};
  const std::vector<double> q = target.empty() ? model.neutral_position() : target;
  edge::check_input("the target", In<double>(q), model.position_size());
  const auto costs = std::make_shared<detail::StateCosts>(model, used, q, frame ? &*frame : nullptr, 1.0);
  return [costs](double, In<double> at, In<double> v, Out<double> by_q, Out<double> by_v) {
    costs->add_gradient(at, v, by_q, by_v);
    return costs->value(at, v);
  };
}

}  // namespace sinew
