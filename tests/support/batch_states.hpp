// States for batches, and their two layouts.
#pragma once

#include <algorithm>
#include <vector>

#include "sinew/batch/batch.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test {

inline std::vector<InstructionSet> available_instruction_sets() {
  std::vector<InstructionSet> available;
  for (const InstructionSet instructions : all_instruction_sets) {
    if (is_available(instructions)) available.push_back(instructions);
  }
  return available;
}

// States one after another.
template <class T>
struct States {
  States(const Description& description, std::size_t count_, int seed) : count(count_) {
    Random random{std::uint64_t(seed)};
    const auto append = [](std::vector<T>& to, const std::vector<double>& from) {
      std::transform(from.begin(), from.end(), std::back_inserter(to),
                     [](double number) { return T(number); });
    };
    for (std::size_t i = 0; i < count; ++i) {
      append(q, random_position(description, random));
      append(v, random_velocity(description, random));
      append(x, random_velocity(description, random));
    }
  }
  std::size_t count;
  std::vector<T> q, v, x;  // x: accelerations or torques
};

template <class T>
std::vector<T> transposed(const std::vector<T>& from, std::size_t rows, std::size_t columns) {
  std::vector<T> to(from.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) to[j * rows + i] = from[i * columns + j];
  }
  return to;
}
// Converts from one state after another to `layout`, and back.
template <class T>
std::vector<T> in_layout(const std::vector<T>& states, std::size_t count, Layout layout) {
  return layout == Layout::by_state ? states : transposed(states, count, states.size() / count);
}
template <class T>
std::vector<T> by_state(const std::vector<T>& states, std::size_t count, Layout layout) {
  return layout == Layout::by_state ? states : transposed(states, states.size() / count, count);
}
// State number k of states stored one after another.
template <class T>
std::vector<T> state_of(const std::vector<T>& states, std::size_t count, std::size_t k) {
  const auto numbers = std::ptrdiff_t(states.size() / count), first = std::ptrdiff_t(k) * numbers;
  return {states.begin() + first, states.begin() + first + numbers};
}

// The worst condition number of the mass matrix among the states.
template <class T>
double worst_condition(const Model& model, const States<T>& states) {
  Workspace<double> work(model);
  Matrix<double> mass(model.velocity_size(), model.velocity_size());
  double worst = 1;
  for (std::size_t k = 0; k < states.count; ++k) {
    const std::vector<T> q = state_of(states.q, states.count, k);
    mass_matrix(work, std::vector<double>(q.begin(), q.end()), mass);
    worst = std::max(worst, condition_of(as_dense(mass)));
  }
  return worst;
}

}  // namespace sinew::test
