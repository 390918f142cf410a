// Timing several libraries at several jobs, in turn.
//
// A busy machine slows everything down by a factor that wanders. So the runners take short turns, many
// rounds of them, and the least time of each is kept: the rounds in which nothing else disturbed it.
#pragma once

#include <span>
#include <vector>

#include "bench/peer.hpp"

namespace bench {

struct Pace {
  int rounds = 400;
  double turn_seconds = 200e-6;  // a turn repeats the call for about this long
  double runner_seconds = 0.5;   // slow runners sit rounds out to stay below this, but get three turns
  double patience_seconds = 2;   // a call expected to take longer is not made
  double build_patience_seconds = 20;
};
inline constexpr Pace quick{.rounds = 40,
                            .turn_seconds = 100e-6,
                            .runner_seconds = 0.05,
                            .patience_seconds = 0.1,
                            .build_patience_seconds = 2};

struct Measurement {
  double microseconds;  // per call: the least of all turns
  double spread;        // how far the median turn lies above it, relative
};

double processor_seconds();

struct Runner {
  Job job;
  Peer* library;
};

// One measurement per runner. The states are taken round and round.
std::vector<Measurement> race(std::span<const Runner> runners, std::size_t states, const Pace& pace);

}  // namespace bench
