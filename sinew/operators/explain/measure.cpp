#include "sinew/operators/explain/measure.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

#include "sinew/operators/compare/dense.hpp"

namespace sinew::operators {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The best average time of runs that last a millisecond each, within a tenth of a second in all. Makes at least one
// call.
template <class F>
double best_time(F&& f) {
  constexpr double one_run = 1e-3, all_runs = 0.1;
  double best = 1e30;
  for (const auto start = Clock::now(); best == 1e30 || seconds_since(start) < all_runs;) {
    int calls = 0;
    const auto begin = Clock::now();
    do {
      f();
      ++calls;
    } while (seconds_since(begin) < one_run);
    best = std::min(best, seconds_since(begin) / calls);
  }
  return best;
}

}  // namespace

Times measure(Prepared& prepared, Configuration& at, In<double> q, In<double> v, In<double> T) {
  if (&prepared.configuration() != &at)
    throw std::invalid_argument("the expression was prepared for another configuration");
  const Expression& x = prepared.derivation().start;
  const int rows = at.size_of(x.to()), cols = at.size_of(x.from());
  const bool is_matrix = prepared.wanted() == Purpose::matrix;
  Matrix<double> whole(is_matrix ? rows : 0, is_matrix ? cols : 0);
  const std::vector<double> given(x.from() == number_space ? 0 : std::size_t(cols), 1.0);
  std::vector<double> result(std::size_t(rows), 0.0);
  Times times{.prepared = best_time([&] {
                at.set(q, v, T);
                is_matrix ? prepared.matrix(whole) : prepared.apply(given, result);
              }),
              .dense = {}};
  constexpr int largest_dense = 600;  // rows of an operator on body space
  if (at.size_of(body_space) <= largest_dense)
    times.dense = best_time([&] {
      at.set(q, v, T);
      dense(x, at);
    });
  return times;
}

}  // namespace sinew::operators
