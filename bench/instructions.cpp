#include "bench/instructions.hpp"

#include <algorithm>
#include <fstream>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else  // without the header the program cannot run under it
#define RUNNING_ON_VALGRIND 0
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

namespace bench {
namespace {

constexpr std::size_t counted_calls = 16;

// The counts of the latest dump. Callgrind numbers its dumps.
double total_of(const std::filesystem::path& file, int dump) {
  const std::string path = file.string() + "." + std::to_string(dump);
  std::ifstream in(path);
  for (std::string word; in >> word;) {
    double total = 0;
    if (word == "totals:" && in >> total) return total;
  }
  throw std::runtime_error("no totals in " + path);
}

}  // namespace

bool is_under_valgrind() {
  return RUNNING_ON_VALGRIND != 0;
}

void count_instructions(std::span<const Runner> runners, std::size_t states,
                        const std::filesystem::path& file, std::vector<Row>& rows) {
  static int dumps = 0;
  for (std::size_t i = 0; i < runners.size(); ++i) {
    const auto [job, library] = runners[i];
    // A batch computes all states in one call.
    const std::size_t calls = library->states_per_call(job) > 1 ? 1 : std::min(counted_calls, states);
    if (starts_in_hand(job)) library->get_ready(job, 0);
    library->run(job, 0);
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    for (std::size_t s = 0; s < calls; ++s) library->run(job, s);
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
    rows[i].instructions =
        total_of(file, ++dumps) / static_cast<double>(calls * library->states_per_call(job));
  }
}

}  // namespace bench
