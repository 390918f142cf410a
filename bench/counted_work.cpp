#include "apps/cli/count.hpp"
#include "bench/methods.hpp"

namespace bench {
namespace {

constexpr int most_dofs = 100;  // limit for a matrix of counted numbers

// The quantity that `sinew count` counts for the job.
std::optional<Quantity> counted_quantity(Job job) {
  if (job == Job::omega) return Quantity::operational_inertia;
  if (job == Job::poses) return Quantity::pose;
  const std::optional<Quantity> quantity = info(job).quantity;
  return quantity && is_among(sinew::offered::by_count, *quantity) ? quantity : std::nullopt;
}

}  // namespace

std::optional<Work> counted_work(const sinew::Model& model, Job job) {
  const std::optional<Quantity> quantity = counted_quantity(job);
  if (!quantity || (gives_matrix(job) && model.velocity_size() > most_dofs)) return {};
  return work_of(sinew::cli::count_operations(*quantity, model).executed);
}

Work work_of(const sinew::Operations& operations) {
  return {operations.total() - operations.sines_cosines, operations.sines_cosines};
}

}  // namespace bench
