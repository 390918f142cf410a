// Timing several libraries at several jobs, in turn.
//
// A busy machine slows everything down by a factor that wanders. So the runners take short turns, many rounds of them:
// the median turn counts, and ratios are taken within a round.
#pragma once

#include <span>
#include <vector>

#include "bench/peer.hpp"
#include "bench/statistics.hpp"

namespace bench {

struct Pace {
  int rounds = 400;
  double turn_seconds = 200e-6;  // a turn repeats the call for about this long
  double runner_seconds =
      0.4;  // slow runners sit rounds out to stay below this, but get at least three turns
  double patience_seconds = 2;  // a call expected to take longer is not made
  double build_patience_seconds = 20;
  std::size_t most_compared = 64;  // states in which answers are compared beforehand
};
inline constexpr Pace quick{.rounds = 40,
                            .turn_seconds = 100e-6,
                            .runner_seconds = 0.05,
                            .patience_seconds = 0.1,
                            .build_patience_seconds = 2};

// Under valgrind, some fifty times slower.
inline constexpr Pace counting{.most_compared = 2};

// The thread's processor time, which stands still while another process has the processor; and time as it passes.
double processor_seconds();
double passed_seconds();

struct Runner {
  Job job;
  Peer* library;
};

// One list of turns per runner. The states are taken round and round.
std::vector<Turns> race(std::span<const Runner> runners, std::size_t states, const Pace& pace);

}  // namespace bench
