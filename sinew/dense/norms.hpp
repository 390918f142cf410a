// Computes norms of vectors.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace sinew {

// Returns the largest absolute value; zero for an empty vector.
inline double largest(std::span<const double> numbers) {
  double most = 0;
  for (const double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace sinew
