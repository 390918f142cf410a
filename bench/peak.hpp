// Measures the processor's peak: multiplications with additions in registers, nothing else.
#pragma once

namespace bench {

// 10^9 additions and multiplications per second, one core, double precision, for vectors of this many numbers, or as
// many as fit into a register.
struct Peak {
  double scalar = 0, four = 0, eight = 0;
};
// The median of alternating turns of the widths.
Peak measure_peak(int rounds);

}  // namespace bench
