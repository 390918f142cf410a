// Median and spread of turns, and of the ratio of two runners' turns.
#pragma once

#include <vector>

namespace bench {

struct Quartiles {
  double least = 0, lower = 0, median = 0, upper = 0;

  // How far the middle half of the values reaches, relative to the median.
  double spread() const { return (upper - lower) / median; }
};
Quartiles quartiles_of(std::vector<double> values);

// What a runner took, turn by turn: it plays in round 0 and in every so many rounds after it, a power of two. So of two
// runners the slower one's rounds are also the other's.
struct Turns {
  int every = 1;
  std::vector<double> microseconds;  // per state
};
// Ours over theirs, round by round: what slows the machine down for a while slows both.
Quartiles ratio_of(const Turns& ours, const Turns& theirs);

}  // namespace bench
