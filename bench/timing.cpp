#include "bench/timing.hpp"

#include <time.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace bench {
namespace {

double seconds_on(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

constexpr double warming_pays = 2e-3;  // seconds of a call; a longer one reloads its memory meanwhile

class Lane {
 public:
  Lane(const Runner& runner, std::size_t states, const Pace& pace) : runner_(runner), states_(states) {
    // Doubles the number of calls until they fill a turn.
    double seconds = turn();
    while (seconds < pace.turn_seconds / 2) {
      calls_ *= 2;
      seconds = turn();
    }
    calls_ = std::max(1L, std::lround(pace.turn_seconds / seconds * static_cast<double>(calls_)));
    seconds = turn();
    warms_up_ = seconds < warming_pays * static_cast<double>(calls_);
    const auto rounds = static_cast<unsigned>(pace.rounds);
    const double too_long = std::min(pace.rounds * seconds / pace.runner_seconds, double(rounds));
    turns_.every = static_cast<int>(
        std::min(std::bit_ceil(static_cast<unsigned>(std::ceil(too_long))), std::bit_floor(rounds / 3)));
  }

  void play(int round) {
    if (round % turns_.every != 0) return;
    const double states =
        static_cast<double>(calls_) * static_cast<double>(runner_.library->states_per_call(runner_.job));
    turns_.microseconds.push_back(turn() * 1e6 / states);
  }

  const Turns& turns() const { return turns_; }

 private:
  double turn() {
    if (starts_in_hand(runner_.job)) runner_.library->get_ready(runner_.job, next_);
    if (warms_up_) call();  // reloads memory that other runners have evicted from the caches
    // If several threads work, the processor time of one is not meaningful.
    const auto clock = runner_.library->uses_threads() ? passed_seconds : processor_seconds;
    const double start = clock();
    for (long i = 0; i < calls_; ++i) call();
    return clock() - start;
  }

  void call() {
    runner_.library->run(runner_.job, next_);
    if (++next_ == states_) next_ = 0;
  }

  Runner runner_;
  std::size_t states_, next_ = 0;
  long calls_ = 1;
  bool warms_up_ = false;
  Turns turns_;
};

}  // namespace

double processor_seconds() {
  return seconds_on(CLOCK_THREAD_CPUTIME_ID);
}
double passed_seconds() {
  return seconds_on(CLOCK_MONOTONIC);
}

std::vector<Turns> race(std::span<const Runner> runners, std::size_t states, const Pace& pace) {
  std::vector<Lane> lanes;
  for (const Runner& runner : runners) lanes.emplace_back(runner, states, pace);
  for (int round = 0; round < pace.rounds; ++round) {
    for (Lane& lane : lanes) lane.play(round);
  }
  std::vector<Turns> results;
  for (const Lane& lane : lanes) results.push_back(lane.turns());
  return results;
}

}  // namespace bench
