#include "sinew/simulate/linear/differentiable_projection.hpp"

#include <algorithm>
#include <stdexcept>

#include "sinew/dense/norms.hpp"
#include "sinew/model/joints/configuration_tangents.hpp"

namespace sinew {
namespace {

// Velocity errors that remain after a projection because of rounding, relative to the velocities.
constexpr double remaining_error = 1e-9;

}  // namespace

DifferentiableProjection::DifferentiableProjection(const Model& model)
    : mechanism_(model),
      q_(std::size_t(model.position_size())),
      v_(std::size_t(model.velocity_size())),
      q1_(q_),
      rows_(std::size_t(mechanism_.system().rows())),
      row_weights_(rows_),
      step_(v_),
      of_step_(v_),
      of_q_(v_),
      of_tau_(v_),
      unused_(v_),
      zeros_(v_) {
  for (const auto& loop : mechanism_.system().chain().constraints().loops()) {
    for (int i = 0; i < loop.row_count; ++i) {
      if (!has_position_error(loop.connection, i)) rows_without_error_.push_back(std::size_t(loop.row + i));
    }
  }
}

void DifferentiableProjection::project(Out<double> q, Out<double> v) {
  std::copy_n(q.data(), q.size(), q_.begin());
  std::copy_n(v.data(), v.size(), v_.begin());
  if (!mechanism_.project_position(q)) throw std::domain_error("the loops cannot be closed after a step");
  std::copy_n(q.data(), q.size(), q1_.begin());
  mechanism_.project_velocity(q, v);
  if (mechanism_.velocity_error(q, v) > remaining_error * (1 + largest({v.data(), v.size()})))
    throw std::domain_error("the loops are too close to singular to determine the velocities after a step");
}

// Subtracts what follows from row_weights_ as weights of the constraint errors e(q).
void DifferentiableProjection::subtract_error_weights(Out<double> by_q) {
  for (const std::size_t row : rows_without_error_) row_weights_[row] = 0;
  subtract_row_weights(zeros_, unused_, by_q);
}

// Subtracts what follows from row_weights_ as weights of the velocities J v of the rows.
void DifferentiableProjection::subtract_row_weights(In<double> v, Out<double> by_q, Out<double> by_v) {
  for (double& weight : row_weights_) weight = -weight;
  mechanism_.system().row_velocities_vjp(v, row_weights_, by_q, by_v);
}

void DifferentiableProjection::add_parameters(Out<double> parameters) {
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] += parameters_[i];
}

void DifferentiableProjection::pull_back(Out<double> by_q, Out<double> by_v, Out<double> parameters) {
  ConstrainedSystem& system = mechanism_.system();
  const Model& model = mechanism_.model();
  parameters_.assign(parameters.size(), 0.0);
  // v1 = v + s(q1, -J v)
  system.velocity_errors(q1_, v_, rows_);
  for (double& rate : rows_) rate = -rate;
  system.linearize_impulse(q1_, rows_, step_);
  system.forward_vjp(by_v, {}, of_q_, unused_, of_tau_, row_weights_, parameters_);
  add_parameters(parameters);
  for (std::size_t i = 0; i < of_q_.size(); ++i) by_q[i] += of_q_[i];
  subtract_row_weights(v_, by_q, by_v);
  if (!rows_without_error_.empty() && system.rank() < int(system.chain().constraints().active_rows().size()))
    throw std::domain_error(
        "the projection of the loops cannot be differentiated: rows that constrain velocities only depend on "
        "others");
  // The last correction of positions: q1 = q (+) s(q, -J q) with s = 0
  system.forward_vjp(by_q, {}, of_q_, unused_, of_tau_, row_weights_);
  subtract_error_weights(by_q);
  // The first one: q (+) s(q, -e(q))
  system.position_errors(q_, rows_);
  for (double& error : rows_) error = -error;
  system.linearize_impulse(q_, rows_, step_);
  std::copy_n(by_q.data(), by_q.size(), of_step_.begin());
  exponential_weights(model, step_, of_step_);
  move_weights(model, step_, by_q);
  system.forward_vjp(of_step_, {}, of_q_, unused_, of_tau_, row_weights_, parameters_);
  add_parameters(parameters);
  for (std::size_t i = 0; i < of_q_.size(); ++i) by_q[i] += of_q_[i];
  subtract_error_weights(by_q);
}

}  // namespace sinew
