// What a run of the benchmark found, and how it is shown.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/peak.hpp"
#include "bench/peer.hpp"
#include "bench/statistics.hpp"

namespace bench {

// Who was timed at what.
struct Row {
  Job job;
  std::string robot, library;
  int chain_links = 0;  // 0: not a chain
  std::optional<Work> work = {};
  Turns turns = {};
  Quartiles microseconds = {};  // of the turns, per state
  double instructions = 0;      // per state, where they were counted
};

struct Results {
  std::vector<Row> rows;
  std::vector<std::string> notes;               // what was not timed, and why
  std::map<std::string, std::string> versions;  // of the libraries
  Peak peak;

  const Row* find(Job job, const std::string& robot, const std::string& library) const;
};

// Times, spreads and ratios, one pair of tables per job that peers do as well; times of the other jobs.
std::string tables_of(const Results& results);
std::string instruction_tables_of(const Results& results);
// Flops, the rate at which they were done and how much of the processor's peak that is.
std::string work_table_of(const Results& results);
double rate_of(const Row& row);  // 10^9 flops a second
// The time for the work at the processor's peak: of scalar instructions, or of vectors for ways that use lanes.
double least_microseconds(const Work& work, const std::string& way, const Peak& peak);
// Time per link along the chains.
std::string per_link_table_of(const Results& results);

// A ratio that the project has set itself.
struct Comparison {
  std::string what;
  Quartiles ratio;
  double bar;
  std::optional<double> limit = {};  // the ratio if all flops were done at the processor's peak
  bool is_met() const { return ratio.median <= bar; }
};
// As far as they were measured: ratios of times, then how the time per link varies along the chains.
std::vector<Comparison> compare_with_targets(const Results& results);
std::vector<Comparison> compare_along_chains(const Results& results);
std::string table_of(const std::vector<Comparison>& comparisons);

// Everything above, for tools/make_performance.py.
void write_json(const Results& results, const std::filesystem::path& file);

}  // namespace bench
