// Computes the accelerations of a falling rope of a thousand links, by blocks of links on two threads, and compares
// them with those of the serial sweeps.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

using namespace sinew;

int main() {
  const Model rope(random_chain(1000, 1));
  const auto n = static_cast<std::size_t>(rope.velocity_size());
  std::vector<double> q(n), v(n), tau(n), a(n), expected(n);
  for (std::size_t i = 0; i < n; ++i) q[i] = std::sin(0.3 * static_cast<double>(i));

  Workspace<double> work(rope);
  forward_dynamics(work, q, v, tau, expected);

  LongChain<double> chain(rope, {.threads = 2, .blocks = 4});  // keeps its threads until destroyed
  chain.forward_dynamics(work, q, v, tau, a);

  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    difference = std::max(difference, std::abs(a[i] - expected[i]));
    largest = std::max(largest, std::abs(expected[i]));
  }
  std::printf("%d blocks on %d threads; the accelerations differ by less than 1e-12 of the largest: %s\n",
              chain.blocks(), chain.threads(), difference < 1e-12 * largest ? "yes" : "no");
  return difference < 1e-12 * largest && !chain.fell_back() ? 0 : 1;
}
