// The jobs that are timed.
#pragma once

#include <initializer_list>
#include <string_view>

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
  jacobian_times,  // of the last body
  jacobian_adjoint_times,
  jacobian_outer_product,
  joint_forces,
  joint_forces_in_hand,
  residual_coriolis,
  closed_forward_dynamics,  // with the feet, or the last body, welded to the ground
  three_arms,               // three of the robot, their last bodies welded to one object
};

struct JobInfo {
  Job job;
  std::string_view name;
  // Starts from the numbers of one state, or with results in hand that others before it need as well: what depends on
  // the position alone, unless said otherwise.
  enum class Start { state, in_hand } start = Start::state;
  // An n x n matrix, or less: only the latter can be linear in the links of a chain.
  enum class Answer { vector, matrix } answer = Answer::vector;
};

using Start = JobInfo::Start;
using Answer = JobInfo::Answer;
inline constexpr JobInfo all_jobs[] = {
    {Job::inverse_dynamics, "inverse-dynamics"},
    {Job::mass_matrix, "mass-matrix", Start::state, Answer::matrix},
    {Job::forward_dynamics, "forward-dynamics"},
    {Job::inverse_mass_matrix, "inverse-mass-matrix", Start::state, Answer::matrix},
    {Job::solve_mass_matrix, "inverse-mass-times", Start::in_hand},
    {Job::omega, "omega"},
    {Job::poses, "poses"},
    {Job::jacobian, "jacobian"},
    {Job::update_filter, "update-filter"},
    {Job::inverse_mass_diagonal, "inverse-mass-diagonal", Start::in_hand},
    {Job::factor_times, "factor-times", Start::in_hand},
    {Job::factor_adjoint_times, "factor-adjoint-times", Start::in_hand},
    {Job::factor_solve, "factor-solve", Start::in_hand},
    {Job::factor_adjoint_solve, "factor-adjoint-solve", Start::in_hand},
    {Job::udut, "udut", Start::state, Answer::matrix},
    {Job::forward_dynamics_by_udut, "forward-dynamics-by-udut"},
    {Job::acceleration_parts, "acceleration-parts"},
    {Job::force_response, "force-response", Start::in_hand},
    {Job::coriolis_product, "coriolis-product"},
    {Job::coriolis_matrix, "coriolis-matrix", Start::state, Answer::matrix},
    {Job::jacobian_times, "jacobian-times", Start::in_hand},
    {Job::jacobian_adjoint_times, "jacobian-adjoint-times", Start::in_hand},
    {Job::jacobian_outer_product, "jacobian-outer-product", Start::in_hand},
    {Job::joint_forces, "joint-forces"},
    {Job::joint_forces_in_hand, "joint-forces-in-hand", Start::in_hand},
    {Job::residual_coriolis, "residual-coriolis"},
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
constexpr bool gives_matrix(Job job) {
  return info(job).answer == Answer::matrix;
}
constexpr bool is_one_of(Job job, std::initializer_list<Job> jobs) {
  for (const Job each : jobs) {
    if (each == job) return true;
  }
  return false;
}

}  // namespace bench
