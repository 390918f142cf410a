// What the processor can do at most: multiplications with additions in registers, nothing else.
#pragma once

namespace bench {

// 10^9 additions and multiplications a second, one core, double precision, by the numbers in a vector, or as many as a
// register holds.
struct Peak {
  double scalar = 0, four = 0, eight = 0;
};
// The median of turns that the widths take one after the other.
Peak measure_peak(int rounds);

}  // namespace bench
