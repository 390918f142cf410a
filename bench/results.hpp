// What a run of the benchmark found, and how it is shown.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/timing.hpp"

namespace bench {

struct Row {
  Job job;
  std::string robot, library;
  int chain_links;  // 0: not a chain
  Measurement measurement;
};

struct Results {
  std::vector<Row> rows;
  std::vector<std::string> notes;  // what was not timed, and why

  std::optional<double> microseconds(Job job, const std::string& robot, const std::string& library) const;
};

// Microseconds and ratios, one pair of tables per job that peers do as well; microseconds of the other jobs.
std::string tables_of(const Results& results);
// Time per link along the chains; the ratios that the project has set itself, as far as they were measured.
std::string targets_of(const Results& results);
void write_json(const Results& results, const std::filesystem::path& file);

}  // namespace bench
