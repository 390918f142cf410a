// All partial products of a series under an associative operation, in O(log n) rounds.
//
//   x(k) <- x(0) * x(1) * ... * x(k)
//
// A tree over the series (Brent & Kung 1982): first products of 2, 4, 8, ... neighbours, then those that fill the gaps.
// The products of one round do not wait for one another; which are taken together depends on n alone, so that the result
// has the same bits however the rounds are shared among threads.
//
// Cost: fewer than 2 n products in 2 log2(n) rounds; one after the other they would be n.
#pragma once

#include <cstddef>
#include <span>

namespace sinew::sweep {

// Round after round on the caller's thread.
struct Serially {
  template <class Task>
  void operator()(std::size_t count, const Task& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

// combine(before, after): makes `after` the product before * after. for_each(count, task): calls task(i) for each i in
// [0, count), in any order and as many at a time as it likes.
template <class Element, class Combine, class ForEach = Serially>
void scan(std::span<Element> x, const Combine& combine, const ForEach& for_each = {}) {
  // Every (2 stride)-th element, the first of them at `start`, takes the one `stride` before it.
  const auto round = [&](std::size_t start, std::size_t stride) {
    if (start >= x.size()) return;
    for_each((x.size() - start - 1) / (2 * stride) + 1, [&](std::size_t i) {
      const std::size_t k = start + 2 * stride * i;
      combine(x[k - stride], x[k]);
    });
  };
  std::size_t stride = 1;
  for (; stride < x.size(); stride *= 2) round(2 * stride - 1, stride);
  for (; stride > 0; stride /= 2) round(3 * stride - 1, stride);
}

}  // namespace sinew::sweep
