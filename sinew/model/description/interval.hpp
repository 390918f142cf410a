// Defines a range of numbers.
#pragma once

#include <algorithm>
#include <limits>

namespace sinew {

// The numbers from `lower` to `upper`; all numbers by default.
struct Interval {
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  double clamped(double x) const { return std::clamp(x, lower, upper); }
  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace sinew
