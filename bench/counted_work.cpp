#include "apps/cli/count.hpp"
#include "bench/ways.hpp"

namespace bench {
namespace {

constexpr int most_freedoms = 100;  // for a matrix of counted numbers

// What `sinew count` calls the job.
const char* counted_name(Job job) {
  switch (job) {
    case Job::inverse_dynamics:
    case Job::mass_matrix:
    case Job::forward_dynamics:
    case Job::inverse_mass_matrix:
    case Job::udut:
    case Job::coriolis_matrix:
    case Job::jacobian:
      return name_of(job).data();
    case Job::omega:
      return "operational-inertia";
    case Job::poses:
      return "pose";
    default:
      return nullptr;
  }
}

}  // namespace

std::optional<Work> counted_work(const sinew::Model& model, Job job) {
  const char* name = counted_name(job);
  if (!name || (gives_matrix(job) && model.velocity_size() > most_freedoms)) return {};
  return work_of(sinew::cli::count_operations(sinew::cli::algorithm_named(name), model).executed);
}

Work work_of(const sinew::Operations& operations) {
  return {operations.total() - operations.sines_cosines, operations.sines_cosines};
}

}  // namespace bench
