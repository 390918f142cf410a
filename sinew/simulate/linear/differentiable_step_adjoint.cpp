// Computes the adjoint of a recorded step (simulate/linear/differentiable_step.hpp): its parts in reverse.
#include <algorithm>

#include "sinew/model/joints/configuration_tangents.hpp"
#include "sinew/simulate/linear/differentiable_step.hpp"

namespace sinew {
namespace {

void add_to(std::vector<double>& sum, const std::vector<double>& x, double factor = 1) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * x[i];
}

}  // namespace

DifferentiableStep::Part& DifferentiableStep::add_part() {
  if (part_count_ == parts_.size()) parts_.emplace_back();
  return parts_[part_count_++];
}

void DifferentiableStep::record_two(PartKind kind, Moving& first, Moving& u, Moving& out) {
  Part& part = add_part();
  part.kind = kind;
  part.out = &out;
  part.first = &first;
  part.u = &u;
  part.value_of_first = first.value;
  part.value_of_u = u.value;
}

void DifferentiableStep::pull_back_part(const Part& part, StepTorques& torques, Out<double> parameters) {
  const Model& model = dynamics_.model();
  if (part.kind == PartKind::acceleration) {
    Stage& stage = stages_[part.stage];
    recorded_[part.stage]->vjp(stage.a.weights, of_q_, of_v_, of_tau_, of_parameters_);
    add_to(stage.q.weights, of_q_);
    add_to(stage.v.weights, of_v_);
    torques.vjp(part.t, stage.q.value, stage.v.value, of_tau_, stage.q.weights, stage.v.weights);
    for (std::size_t i = 0; i < of_parameters_.size(); ++i) parameters[i] += of_parameters_[i];
    std::ranges::fill(stage.a.weights, 0.0);
    return;
  }
  // The result is computed from here on; earlier parts use its memory for other results.
  of_q_ = part.out->weights;
  std::ranges::fill(part.out->weights, 0.0);
  if (part.kind == PartKind::combination) {
    for (const auto& [factor, vector] : part.terms) add_to(vector->weights, of_q_, factor);
  } else if (part.kind == PartKind::displacement) {
    of_v_ = of_q_;
    exponential_weights(model, part.value_of_u, of_v_);
    move_weights(model, part.value_of_u, of_q_);
    add_to(part.u->weights, of_v_);
    add_to(part.first->weights, of_q_);
  } else {
    rate_weights(model, part.value_of_u, part.value_of_first, part.u->weights, of_q_);
    add_to(part.first->weights, of_q_);
  }
}

void DifferentiableStep::pull_back(StepTorques& torques, Out<double> by_q, Out<double> by_v,
                                   Out<double> parameters) {
  const int n = dynamics_.model().velocity_size();
  edge::check_size("the weights of q", by_q, n);
  edge::check_size("the weights of v", by_v, n);
  edge::check_parameters<double>(parameters, dynamics_.bodies());
  of_parameters_.assign(parameters.size(), 0.0);
  for (Stage& stage : stages_) {
    for (Moving* moving : {&stage.q, &stage.v, &stage.a}) std::ranges::fill(moving->weights, 0.0);
  }
  for (Moving* moving : {&u_, &halfway_, &rates_[0], &rates_[1], &rates_[2], &rates_[3]})
    std::ranges::fill(moving->weights, 0.0);
  if (projection_) projection_->pull_back(by_q, by_v, parameters);
  std::copy_n(by_q.data(), n, end_.q.weights.begin());
  std::copy_n(by_v.data(), n, end_.v.weights.begin());
  for (std::size_t i = part_count_; i-- > 0;) pull_back_part(parts_[i], torques, parameters);
  std::ranges::copy(stages_[0].q.weights, by_q.data());
  std::ranges::copy(stages_[0].v.weights, by_v.data());
}

}  // namespace sinew
