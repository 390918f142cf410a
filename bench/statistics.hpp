// Median and spread of turns, and of the ratio of two runners' turns.
#pragma once

#include <vector>

namespace bench {

struct Quartiles {
  double least = 0, lower = 0, median = 0, upper = 0;

  // The interquartile range, relative to the median.
  double spread() const { return (upper - lower) / median; }
};
Quartiles quartiles_of(std::vector<double> values);

// The times of a runner's turns: it runs in round 0 and in every `every`-th round after it, a power of two. Therefore
// the slower of two runners runs only in rounds of the other.
struct Turns {
  int every = 1;
  std::vector<double> microseconds;  // per state
};
// Ours over theirs, round by round: a temporary slowdown of the machine affects both.
Quartiles ratio_of(const Turns& ours, const Turns& theirs);

}  // namespace bench
