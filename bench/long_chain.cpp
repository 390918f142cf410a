// Measures the length and number of cores from which a long chain is faster in blocks than in serial sweeps
// (docs/long_chains.md).
//
// Measured: the serial sweeps, and the blocks on as many threads as there are cores. Predicted for more cores: each
// block of each phase is timed alone, one after another; the critical path is the longest block of each phase, the
// borders between the blocks, and the cost of passing three phases to a team of threads.
#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "bench/machine.hpp"
#include "bench/text_table.hpp"
#include "sinew/batch/long_chain/long_chain.hpp"
#include "sinew/model/examples.hpp"

namespace {

using sinew::Environment, sinew::LongChain, sinew::Model, sinew::Workspace, sinew::detail::Team;

constexpr double forever = std::numeric_limits<double>::infinity();

double microseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
}

// Stores in `least` the shortest time of its calls.
template <class F>
void time_into(double& least, clockid_t clock, const F& f) {
  const double start = microseconds(clock);
  f();
  least = std::min(least, microseconds(clock) - start);
}

struct State {
  explicit State(const Model& model, bool taut) : work(model) {
    const int n = model.velocity_size();
    for (int i = 0; i < n; ++i) {
      q.push_back(taut ? (i == 0 ? 0.3 : 0) : 0.1 * (i % 17) - 0.7);
      v.push_back(taut ? 0 : 0.03 * (i % 13) - 0.2);
      tau.push_back(0.1);
    }
    a.resize(q.size());
  }
  Workspace<double> work;
  std::vector<double> q, v, tau, a;
};

// The shortest times of each block's phases and of the borders, from which the critical path is computed.
class Path {
 public:
  Path(const Model& model, int blocks)
      : chain_(model, {.threads = 1, .blocks = blocks}),
        phases_(3, std::vector<double>(static_cast<std::size_t>(chain_.blocks()), forever)) {}

  void play(State& state) {
    const Environment<double> environment;
    const LongChain<double>::Call call{state.work,       state.q.data(), state.v.data(),
                                       state.tau.data(), state.a.data(), environment};
    const auto phase = [&](std::size_t index, auto step) {
      for (int i = 0; i < chain_.blocks(); ++i)
        time_into(phases_[index][static_cast<std::size_t>(i)], CLOCK_THREAD_CPUTIME_ID,
                  [&] { (chain_.*step)(call, i); });
    };
    time_into(empty_, CLOCK_THREAD_CPUTIME_ID, [] {});
    phase(0, &LongChain<double>::relative_motion);
    time_into(velocities_, CLOCK_THREAD_CPUTIME_ID, [&] { chain_.border_velocities(call); });
    phase(1, &LongChain<double>::filter_alone);
    time_into(forces_, CLOCK_THREAD_CPUTIME_ID, [&] { chain_.border_forces(call); });
    phase(2, &LongChain<double>::filter_and_smooth);
  }

  double critical(double round) const {
    double sum = velocities_ + forces_ - 5 * empty_ + 3 * round;
    for (const auto& phase : phases_) sum += *std::max_element(phase.begin(), phase.end());
    return sum;
  }

 private:
  LongChain<double> chain_;
  std::vector<std::vector<double>> phases_;
  double velocities_ = forever, forces_ = forever, empty_ = forever;  // empty: the clock itself
};

// On a busy machine all threads of a team may stay on one core for long: several teams are tried.
constexpr int tries = 10;

double team_round(int threads) {
  double least = forever;
  for (int i = 0; i < tries; ++i) {
    Team team(threads);
    for (int turn = 0; turn < 2000; ++turn) time_into(least, CLOCK_MONOTONIC, [&] { team.run([](int) {}); });
  }
  return least;
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference += (a[i] - b[i]) * (a[i] - b[i]);
    size += b[i] * b[i];
  }
  return std::sqrt(difference / size);
}

}  // namespace

int main() {
  const int cores = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
  const double round = team_round(cores);
  const bench::Machine machine = bench::this_machine();
  fmt::print("{}, {} cores, {}, {}\n", machine.processor, machine.cores, machine.system, machine.date);
  fmt::print(
      "Handing a phase to {} threads: {:.2f} us. Time of the serial sweeps over that of the blocks:\n\n",
      cores, round);
  constexpr int block_counts[] = {2, 4, 8, 16};
  bench::TextTable table({"chain", "serial, us", fmt::format("{} threads, measured", cores)});
  for (const int blocks : block_counts) table.head.push_back(fmt::format("{} cores, predicted", blocks));
  table.head.push_back("difference");
  for (const bool taut : {false, true}) {
    for (const int links : {100, 300, 1000, 3000, 10000, 30000}) {
      const Model model(taut ? sinew::planar_chain(links) : sinew::random_chain(links, 1));
      State serial(model, taut), blocked(model, taut);
      std::vector<Path> paths;
      for (const int blocks : block_counts) paths.emplace_back(model, blocks);
      double one = forever, several = forever, difference = 0;
      for (int i = 0; i < tries; ++i) {
        LongChain<double> threads(model, {.threads = cores, .blocks = cores});
        const int turns = std::clamp(100000 / links, 10, 200);
        for (int turn = 0; turn < turns; ++turn) {
          time_into(one, CLOCK_THREAD_CPUTIME_ID,
                    [&] { forward_dynamics(serial.work, serial.q, serial.v, serial.tau, serial.a); });
          for (Path& path : paths) path.play(blocked);
          difference = std::max(difference, relative_difference(blocked.a, serial.a));
        }
        for (int turn = 0; turn < std::max(20, 400000 / links);
             ++turn) {  // without pause; otherwise the team would sleep
          time_into(several, CLOCK_MONOTONIC, [&] {
            threads.forward_dynamics(blocked.work, blocked.q, blocked.v, blocked.tau, blocked.a);
          });
        }
      }
      std::vector<std::string> line{fmt::format("{} {} links", taut ? "taut," : "random,", links),
                                    bench::readable_time(one), fmt::format("{:.2f}", one / several)};
      for (const Path& path : paths) line.push_back(fmt::format("{:.2f}", one / path.critical(round)));
      line.push_back(fmt::format("{:.0e}", difference));
      table.lines.push_back(line);
    }
  }
  fmt::print("{}", table.text());
}
