#include "bench/timing.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>

namespace bench {
namespace {

class Lane {
 public:
  Lane(const Runner& runner, std::size_t states, const Pace& pace) : runner_(runner), states_(states) {
    // Twice as many calls each time until they fill a turn.
    double seconds = turn();
    while (seconds < pace.turn_seconds / 2) {
      calls_ *= 2;
      seconds = turn();
    }
    calls_ = std::max(1L, std::lround(pace.turn_seconds / seconds * static_cast<double>(calls_)));
    seconds = turn();
    sits_out_ = std::clamp(static_cast<int>(std::ceil(pace.rounds * seconds / pace.runner_seconds)), 1,
                           std::max(1, pace.rounds / 3));
  }

  void play(int round) {
    if (round % sits_out_ == 0) turns_.push_back(turn() / static_cast<double>(calls_));
  }

  Measurement result() {
    std::sort(turns_.begin(), turns_.end());
    const double least = turns_.front(), median = turns_[turns_.size() / 2];
    return {least * 1e6, median / least - 1};
  }

 private:
  double turn() {
    if (starts_in_hand(runner_.job)) runner_.library->get_ready(runner_.job, next_);
    if (calls_ > 1) call();  // brings memory back into the caches that the others have used meanwhile
    const double start = processor_seconds();
    for (long i = 0; i < calls_; ++i) call();
    return processor_seconds() - start;
  }

  void call() {
    runner_.library->run(runner_.job, next_);
    if (++next_ == states_) next_ = 0;
  }

  Runner runner_;
  std::size_t states_, next_ = 0;
  long calls_ = 1;
  int sits_out_ = 1;  // plays every so many rounds
  std::vector<double> turns_;
};

}  // namespace

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::vector<Measurement> race(std::span<const Runner> runners, std::size_t states, const Pace& pace) {
  std::vector<Lane> lanes;
  for (const Runner& runner : runners) lanes.emplace_back(runner, states, pace);
  for (int round = 0; round < pace.rounds; ++round) {
    for (Lane& lane : lanes) lane.play(round);
  }
  std::vector<Measurement> results;
  for (Lane& lane : lanes) results.push_back(lane.result());
  return results;
}

}  // namespace bench
