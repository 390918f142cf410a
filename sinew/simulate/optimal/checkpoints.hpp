// Visits the steps of a sequence from the last to the first, with a given number of stored states.
//
// A step can only be computed from the state before it, so that a visit in reverse computes steps again from stored states.
// Which states to store for the least number of computed steps is known: with s stored states and at most r repetitions of
// any step,
//
//   l <= beta(s, r) = (s + r)! / (s! r!)              steps can be visited, by
//   t(l, s) = r l - beta(s + 1, r - 1)                computed steps, if r is the least with l <= beta(s, r)
//
// A. Griewank, A. Walther, "Algorithm 799: revolve", ACM TOMS 26(1), 2000, (2)-(4). 1000 states serve 1000 steps with no
// repetition, and half a million with one.
#pragma once

#include <algorithm>
#include <cstddef>

namespace sinew::detail {

// beta(s, r); zero for r < 0. Exact up to 2^53.
inline double visitable_steps(int stored, int repetitions) {
  double product = 1;
  for (int i = 1; i <= std::min(stored, repetitions); ++i)
    product = product * (std::max(stored, repetitions) + i) / i;
  return repetitions < 0 ? 0 : product;
}

// Returns after how many steps the next state is stored, if `stored` states, one of them before the first step, serve
// `steps` steps.
inline long next_stored(long steps, int stored) {
  int repetitions = 0;
  while (visitable_steps(stored, repetitions) < double(steps)) ++repetitions;
  const double least = std::max(visitable_steps(stored, repetitions - 2),
                                double(steps) - visitable_steps(stored - 1, repetitions));
  return std::clamp(long(least), 1L, steps - 1);
}

// Calls run.visit(k) for k = last - 1, ..., first, with the state of each step. The state before `first` is the last one
// that was stored. `run` has four functions: restore() makes the last stored state the current one, advance(from, to)
// computes steps from the current state, store() appends the current state to those stored, and drop() removes the last.
template <class Run>
void visit_in_reverse(Run& run, long first, long last, int stored) {
  for (; last - first > 1; run.restore()) {
    const bool can_store = stored > 1;
    const long middle = can_store ? first + next_stored(last - first, stored) : last - 1;
    run.advance(first, middle);
    if (can_store) {
      run.store();
      visit_in_reverse(run, middle, last, stored - 1);
      run.drop();
    } else {
      run.visit(middle);
    }
    last = middle;
  }
  if (last > first) run.visit(first);
}

}  // namespace sinew::detail
