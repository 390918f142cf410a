// The jobs that are timed.
#pragma once

#include <initializer_list>
#include <optional>
#include <string_view>

#include "sinew/model/quantities.hpp"

namespace bench {

enum class Job {
  inverse_dynamics,
  mass_matrix,
  forward_dynamics,
  inverse_mass_matrix,
  solve_mass_matrix,
  omega,     // of the last body
  poses,     // of all bodies
  jacobian,  // of the last body
  update_filter,
  inverse_mass_diagonal,
  factor_times,
  factor_adjoint_times,
  factor_solve,
  factor_adjoint_solve,
  udut,
  forward_dynamics_by_udut,
  acceleration_parts,
  force_response,  // to a force on the last body
  coriolis_product,
  coriolis_matrix,
  inverse_dynamics_derivatives,
  forward_dynamics_derivatives,
  jacobian_times,  // of the last body
  jacobian_adjoint_times,
  jacobian_outer_product,
  joint_forces,
  joint_forces_in_hand,
  residual_coriolis,
  regressor,
  closed_forward_dynamics,  // with the feet, or the last body, welded to the ground
  three_arms,               // three of the robot, with their last bodies welded to one object
};

struct JobInfo {
  // Starts from the numbers of one state, or from results that are already computed because other quantities need them
  // too: those that depend on the position alone, unless stated otherwise.
  enum class Start { state, in_hand };

  // A quantity, from the numbers of one state: named as in the program.
  constexpr JobInfo(Job of, sinew::Quantity what) : job(of), name(sinew::info(what).name), quantity(what) {}
  // Any other job.
  constexpr JobInfo(Job of, std::string_view called, Start from = Start::state)
      : job(of), name(called), start(from) {}

  Job job;
  std::string_view name;
  std::optional<sinew::Quantity> quantity = {};
  Start start = Start::state;
};

using Start = JobInfo::Start;
using sinew::Quantity;
inline constexpr JobInfo all_jobs[] = {
    {Job::inverse_dynamics, Quantity::inverse_dynamics},
    {Job::mass_matrix, Quantity::mass_matrix},
    {Job::forward_dynamics, Quantity::forward_dynamics},
    {Job::inverse_mass_matrix, Quantity::inverse_mass_matrix},
    {Job::solve_mass_matrix, "inverse-mass-times", Start::in_hand},
    {Job::omega, Quantity::omega},
    {Job::poses, "poses"},
    {Job::jacobian, Quantity::jacobian},
    {Job::update_filter, "update-filter"},
    {Job::inverse_mass_diagonal, "inverse-mass-diagonal", Start::in_hand},
    {Job::factor_times, "factor-times", Start::in_hand},
    {Job::factor_adjoint_times, "factor-adjoint-times", Start::in_hand},
    {Job::factor_solve, "factor-solve", Start::in_hand},
    {Job::factor_adjoint_solve, "factor-adjoint-solve", Start::in_hand},
    {Job::udut, Quantity::udut},
    {Job::forward_dynamics_by_udut, "forward-dynamics-by-udut"},
    {Job::acceleration_parts, "acceleration-parts"},
    {Job::force_response, "force-response", Start::in_hand},
    {Job::coriolis_product, "coriolis-product"},
    {Job::coriolis_matrix, Quantity::coriolis_matrix},
    {Job::inverse_dynamics_derivatives, Quantity::inverse_dynamics_derivatives},
    {Job::forward_dynamics_derivatives, Quantity::forward_dynamics_derivatives},
    {Job::jacobian_times, "jacobian-times", Start::in_hand},
    {Job::jacobian_adjoint_times, "jacobian-adjoint-times", Start::in_hand},
    {Job::jacobian_outer_product, "jacobian-outer-product", Start::in_hand},
    {Job::joint_forces, "joint-forces"},
    {Job::joint_forces_in_hand, "joint-forces-in-hand", Start::in_hand},
    {Job::residual_coriolis, "residual-coriolis"},
    {Job::regressor, Quantity::regressor},
    {Job::closed_forward_dynamics, "closed-forward-dynamics"},
    {Job::three_arms, "three-arms"},
};

constexpr const JobInfo& info(Job job) {
  for (const JobInfo& entry : all_jobs) {
    if (entry.job == job) return entry;
  }
  throw "a job without an entry in the table";
}
constexpr std::string_view name_of(Job job) {
  return info(job).name;
}
constexpr bool starts_in_hand(Job job) {
  return info(job).start == Start::in_hand;
}
// One n x n matrix or several, or less: only the latter can be linear in the links of a chain.
constexpr bool gives_matrix(Job job) {
  const std::optional<Quantity> quantity = info(job).quantity;
  return quantity && (sinew::info(*quantity).shape == sinew::ResultShape::joint_matrix ||
                      sinew::info(*quantity).shape == sinew::ResultShape::joint_factors ||
                      sinew::info(*quantity).shape == sinew::ResultShape::joint_derivatives);
}
constexpr bool is_one_of(Job job, std::initializer_list<Job> jobs) {
  for (const Job each : jobs) {
    if (each == job) return true;
  }
  return false;
}

}  // namespace bench
