// Computes all partial products of a series under an associative operation (a prefix scan), in O(log n) rounds.
//
//   x(k) <- x(0) * x(1) * ... * x(k)
//
// The products follow a tree over the series (Brent & Kung 1982): first products of 2, 4, 8, ... neighbours, then the
// products that fill the gaps. The products of one round are independent of one another. Which elements are multiplied
// depends on n alone, so that the result has the same bits however the rounds are divided among threads.
//
// Cost: fewer than 2 n products in 2 log2(n) rounds; a serial loop takes n products.
#pragma once

#include <cstddef>
#include <span>

namespace sinew::sweep {

// Runs all tasks in order on the caller's thread.
struct Serially {
  template <class Task>
  void operator()(std::size_t count, const Task& task) const {
    for (std::size_t i = 0; i < count; ++i) task(i);
  }
};

// Replaces each element of x by its partial product. combine(before, after) replaces `after` by the product
// before * after. for_each(count, task) calls task(i) for each i in [0, count), in any order and any number at a time.
template <class Element, class Combine, class ForEach = Serially>
void scan(std::span<Element> x, const Combine& combine, const ForEach& for_each = {}) {
  // Multiplies every (2 stride)-th element, from `start` on, by the element `stride` before it.
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
