// Timing several libraries at the same job, in turn.
//
// A busy machine slows everything down by a factor that wanders. So the libraries take short turns, many
// rounds of them, and the least time of each is kept: the rounds in which nothing else disturbed it.
#pragma once

#include <span>
#include <vector>

#include "bench/peer.hpp"

namespace bench {

struct Pace {
  int rounds = 400;
  double turn_seconds = 200e-6;  // a turn repeats the call for about this long
  double library_seconds = 0.5;  // slow libraries sit rounds out to stay below this, but get three turns
  double patience_seconds = 2;   // a call expected to take longer is not made
  double build_patience_seconds = 20;
};
inline constexpr Pace quick{.rounds = 40,
                            .turn_seconds = 100e-6,
                            .library_seconds = 0.05,
                            .patience_seconds = 0.1,
                            .build_patience_seconds = 2};

struct Measurement {
  double microseconds;  // per call: the least of all turns
  double spread;        // how far the median turn lies above it, relative
};

double processor_seconds();

// One measurement per library. The states are taken round and round.
std::vector<Measurement> race(Job job, std::span<Peer* const> libraries, std::size_t states,
                              const Pace& pace);

}  // namespace bench
