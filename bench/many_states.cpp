#include "bench/many_states.hpp"

#include <algorithm>

namespace bench {
namespace {

constexpr std::size_t most_states = 1024, fewest_states = 64;
constexpr std::size_t most_numbers = 1 << 20;  // of one kind, except for the minimal number of states

}  // namespace

ManyStates::ManyStates(const sinew::Model& model) : model_(model) {
  std::size_t room = 0;
  for (const JobInfo& each : all_jobs) {
    if (has_room_for(each.job)) room = std::max(room, states_per_call(each.job) * numbers_of(each.job));
  }
  out_.resize(room);
}

void ManyStates::prepare(std::span<const sinew::State> states) {
  for (std::vector<double>* list : {&q_, &v_, &a_, &tau_}) list->clear();
  for (std::size_t i = 0; i < most_states; ++i) {
    const sinew::State& state = states[i % states.size()];
    q_.insert(q_.end(), state.q.begin(), state.q.end());
    v_.insert(v_.end(), state.v.begin(), state.v.end());
    a_.insert(a_.end(), state.a.begin(), state.a.end());
    tau_.insert(tau_.end(), state.tau.begin(), state.tau.end());
  }
}

std::size_t ManyStates::numbers_of(Job job) const {
  if (job == Job::poses) return result_size(Quantity::pose, model_).numbers() * model_.joints().size();
  const std::optional<Quantity> quantity = info(job).quantity;
  return quantity ? result_size(*quantity, model_).numbers()
                  : static_cast<std::size_t>(model_.velocity_size());
}

std::size_t ManyStates::states_per_call(Job job) const {
  return std::clamp(most_numbers / numbers_of(job), fewest_states, most_states);
}

bool ManyStates::has_room_for(Job job) const {
  return fewest_states * numbers_of(job) <= 8 * most_numbers;
}

std::vector<double> ManyStates::answer(Job job, std::size_t state) {
  const auto start = out_.begin() + static_cast<std::ptrdiff_t>(state * numbers_of(job));
  return {start, start + static_cast<std::ptrdiff_t>(numbers_of(job))};
}

}  // namespace bench
