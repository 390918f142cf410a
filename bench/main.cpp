// Times sinew and the other installed libraries at the same jobs on the same robots (docs/benchmarks.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <regex>

#include "bench/contest.hpp"
#include "bench/instructions.hpp"

namespace {

struct Options {
  std::string filter, json, callgrind;
  bool quick = false, list = false;
};

bool matches(const std::regex& filter, bench::Job job, const std::string& robot, const std::string& library) {
  return std::regex_search(fmt::format("{}/{}/{}", name_of(job), robot, library), filter);
}

void list(const std::regex& filter) {
  for (const bench::JobInfo& each : bench::all_jobs) {
    for (const bench::Entrant& entrant : bench::entrants()) {
      for (const std::string& library : bench::contestants(entrant)) {
        if (is_offered(entrant, each.job) && matches(filter, each.job, entrant.name, library)) {
          fmt::print("{}/{}/{}\n", each.name, entrant.name, library);
        }
      }
    }
  }
}

// Counting is slow: one chain of moderate length represents all.
bool is_counted(const std::string& robot) {
  return robot == "arm7" || robot == "humanoid" || robot == "chain100";
}

void time_rows(std::span<const bench::Runner> runners, std::size_t states, const bench::Pace& pace,
               std::vector<bench::Row>& rows) {
  std::vector<bench::Turns> turns = race(runners, states, pace);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].microseconds = bench::quartiles_of(turns[i].microseconds);
    rows[i].turns = std::move(turns[i]);
    rows[i].work = runners[i].library->work(rows[i].job);
  }
}

std::string text_of(const bench::Results& results) {
  return tables_of(results) + work_table_of(results) + per_link_table_of(results) +
         table_of(compare_with_targets(results)) + table_of(compare_along_chains(results));
}

int run(const Options& options) {
  const std::regex filter(options.filter, std::regex::ECMAScript | std::regex::icase);
  if (options.list) {
    list(filter);
    return 0;
  }
  const bool counts = !options.callgrind.empty();
  if (counts && !bench::is_under_valgrind()) {
    fmt::print(stderr, "--instructions: not under valgrind (./go bench --instructions starts it)\n");
    return 2;
  }
  const bench::Pace pace = counts ? bench::counting : options.quick ? bench::quick : bench::Pace{};
  bench::Contest contest(
      pace,
      [&](bench::Job job, const std::string& robot, const std::string& library) {
        return (!counts || is_counted(robot)) && matches(filter, job, robot, library);
      },
      [&](std::span<const bench::Runner> runners, std::size_t states, std::vector<bench::Row>& rows) {
        if (counts) return count_instructions(runners, states, options.callgrind, rows);
        time_rows(runners, states, pace, rows);
      });
  for (const bench::Entrant& entrant : bench::entrants()) contest.run(entrant);
  bench::Results& results = contest.results();
  if (results.rows.empty()) {
    fmt::print(stderr, "nothing timed: no job/robot/library fits '{}' (--list shows them)\n", options.filter);
    return 2;
  }
  if (!counts) results.peak = bench::measure_peak(options.quick ? 10 : 100);
  fmt::print("\n{}", counts ? instruction_tables_of(results) : text_of(results));
  if (!options.json.empty()) write_json(results, options.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Times the algorithms of sinew, and those of the other libraries that were found when it was built:\n"
      "one thread, same robot, same states, alternately. A library whose results differ from sinew's is\n"
      "reported instead of timed.\n\n"
      "Example: sinew_bench --filter 'forward.*/(arm7|humanoid)/(mujoco|dart)' --json result.json"};
  Options options;
  app.add_option("--filter", options.filter,
                 "Only entries job/robot/library that match this regular expression");
  app.add_option("--json", options.json, "Write all measurements to this file (docs/benchmarks.md)");
  app.add_option("--instructions", options.callgrind,
                 "Count instructions instead of timing; under callgrind only, which writes to this file");
  app.add_flag("--quick", options.quick, "A short run: fewer turns, slow calls omitted");
  app.add_flag("--list", options.list, "List every job/robot/library and exit");
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::regex_error& error) {
    fmt::print(stderr, "--filter: '{}' is not a regular expression: {}\n", options.filter, error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "sinew_bench: {}\n", error.what());
    return 1;
  }
}
