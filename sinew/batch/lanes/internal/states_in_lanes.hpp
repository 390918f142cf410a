// Reads a few states into SIMD lanes, writes their results, and checks every number. A state that cannot be computed
// does not affect the others; all its results are NaN.
#pragma once

#include <limits>

#include "sinew/batch/lanes/lane_kernels.hpp"
#include "sinew/scalar/simd/lanes.hpp"

namespace sinew {

template <std::floating_point T, class Isa>
class StatesInLanes {
 public:
  static constexpr int count = Isa::width / int(sizeof(T));
  using L = Lanes<T, count, Isa>;
  using Mask = LaneMask<L>;

  // The number of results that are checked and written together: they and their destinations stay in the first-level
  // cache.
  static constexpr std::size_t numbers_at_once = 192;

  explicit StatesInLanes(std::size_t first) : first_(first) {}

  void read(const detail::StateArray<const T>& from, L* block) {
    detail::gather<count, Isa::width>(from, first_, reinterpret_cast<T*>(block));
    check(block, from.numbers);
  }
  void write(const L* block, const detail::StateArray<T>& to) {
    for (std::size_t i = 0; i < to.numbers; i += numbers_at_once) {
      const std::size_t some = std::min(numbers_at_once, to.numbers - i);
      check(block + i, some);
      detail::scatter<count, Isa::width>(reinterpret_cast<const T*>(block + i), to.part(i, some), first_);
    }
  }
  // Marks all states outside of `computed` as failed, whatever their numbers.
  void keep(const Mask& computed) { computed_ &= computed; }

  // Sets the results of failed states to NaN and counts them in `report`. Call it after all results have been written
  // to `out`.
  void strike_out_failed(const detail::StateArray<T>& out, BatchReport& report) const {
    const Mask computed = computed_ & is_finite(trace_);
    if (!lanes::any(~computed)) [[likely]]
      return;
    const std::size_t end = std::min(first_ + count, out.states);
    for (std::size_t state = first_; state < end; ++state) {
      if (computed[state - first_]) continue;
      ++report.failed;
      report.first_failed = std::min(report.first_failed, state);
      for (std::size_t i = 0; i < out.numbers; ++i) out(i, state) = std::numeric_limits<T>::quiet_NaN();
    }
  }

 private:
  // Sums the numbers times zero: the sum is NaN if a number is not finite. There are several sums, so that an
  // addition does not wait for the one before it.
  void check(const L* x, std::size_t numbers) {
    constexpr std::size_t sums = 4;
    L trace[sums] = {};
    const std::size_t rest = numbers % sums;
    for (std::size_t i = 0; i < rest; ++i) trace[i] = T(0) * x[i];
    for (std::size_t i = rest; i < numbers; i += sums) {
      for (std::size_t k = 0; k < sums; ++k) trace[k] += T(0) * x[i + k];
    }
    trace_ += (trace[0] + trace[1]) + (trace[2] + trace[3]);
  }

  std::size_t first_;                 // index of the first of the states
  Mask computed_ = Mask{} == Mask{};  // all, so far
  L trace_{};                         // per state: zero if all numbers are finite so far, else NaN
};

}  // namespace sinew
