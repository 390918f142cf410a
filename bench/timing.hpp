// Times several libraries at several jobs alternately.
//
// Other programs slow the machine down by a varying factor. The runners therefore alternate in short turns, for many
// rounds: the median turn counts, and ratios are taken within a round.
#pragma once

#include <span>
#include <vector>

#include "bench/peer.hpp"
#include "bench/statistics.hpp"

namespace bench {

struct Pace {
  int rounds = 400;
  double turn_seconds = 200e-6;  // a turn repeats the call for about this long
  double runner_seconds = 0.4;   // slow runners skip rounds to stay below this, but get at least three turns
  double patience_seconds = 2;   // a call that would take longer is not made
  double build_patience_seconds = 20;
  std::size_t most_compared = 64;  // states in which results are compared beforehand
};
inline constexpr Pace quick{.rounds = 40,
                            .turn_seconds = 100e-6,
                            .runner_seconds = 0.05,
                            .patience_seconds = 0.1,
                            .build_patience_seconds = 2};

// Under valgrind, about fifty times slower.
inline constexpr Pace counting{.most_compared = 2};

// The thread's processor time, which stops while another process has the processor; and wall-clock time.
double processor_seconds();
double passed_seconds();

struct Runner {
  Job job;
  Peer* library;
};

// One list of turns per runner. The states are used cyclically.
std::vector<Turns> race(std::span<const Runner> runners, std::size_t states, const Pace& pace);

}  // namespace bench
