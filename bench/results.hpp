// Results of a benchmark run, and their tables.
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

// The timing of a library at a job.
struct Row {
  Job job;
  std::string robot, library;
  int chain_links = 0;  // 0: not a chain
  std::optional<Work> work = {};
  Turns turns = {};
  Quartiles microseconds = {};  // of the turns, per state
  double instructions = 0;      // per state, if they were counted
};

struct Results {
  std::vector<Row> rows;
  std::vector<std::string> notes;               // jobs that were not timed, with reasons
  std::map<std::string, std::string> versions;  // of the libraries
  Peak peak;

  const Row* find(Job job, const std::string& robot, const std::string& library) const;
};

// Times, spreads and ratios, one pair of tables per job that peers do too; times of the other jobs.
std::string tables_of(const Results& results);
std::string instruction_tables_of(const Results& results);
// Flops, their rate, and its fraction of the processor's peak.
std::string work_table_of(const Results& results);
double rate_of(const Row& row);  // 10^9 flops per second
// The time for the work at the processor's peak: with scalar instructions, or with vectors for methods that use lanes.
double least_microseconds(const Work& work, const std::string& method, const Peak& peak);
// Time per link along the chains.
std::string per_link_table_of(const Results& results);

// A target ratio of the project.
struct Comparison {
  std::string what;
  Quartiles ratio;
  double bar;
  std::optional<double> limit = {};  // the ratio if all flops were done at the processor's peak
  bool is_met() const { return ratio.median <= bar; }
};
// Those that were measured: ratios of times, then the variation of the time per link along the chains.
std::vector<Comparison> compare_with_targets(const Results& results);
std::vector<Comparison> compare_along_chains(const Results& results);
std::string table_of(const std::vector<Comparison>& comparisons);

// All of the above, for tools/make_performance.py.
void write_json(const Results& results, const std::filesystem::path& file);

}  // namespace bench
