// Times sinew and the libraries found beside it at the same jobs on the same robots (docs/benchmarks.md).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <regex>

#include "bench/contest.hpp"

namespace {

struct Options {
  std::string filter, json;
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

int run(const Options& options) {
  const std::regex filter(options.filter, std::regex::ECMAScript | std::regex::icase);
  if (options.list) {
    list(filter);
    return 0;
  }
  bench::Contest contest(options.quick ? bench::quick : bench::Pace{},
                         [&](bench::Job job, const std::string& robot, const std::string& library) {
                           return matches(filter, job, robot, library);
                         });
  for (const bench::Entrant& entrant : bench::entrants()) contest.run(entrant);
  bench::Results& results = contest.results();
  if (results.rows.empty()) {
    fmt::print(stderr, "nothing timed: no job/robot/library fits '{}' (--list shows them)\n", options.filter);
    return 2;
  }
  results.peak = bench::measure_peak(options.quick ? 10 : 100);
  fmt::print("\n{}{}{}{}", tables_of(results), work_table_of(results), per_link_table_of(results),
             table_of(compare_with_targets(results)) + table_of(compare_along_chains(results)));
  if (!options.json.empty()) write_json(results, options.json);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Times the algorithms of sinew, and of the libraries found when it was built as far as they have\n"
      "them: one thread, same robot, same states, in turns. A library whose answers differ from sinew's is\n"
      "reported instead of timed.\n\n"
      "Example: sinew_bench --filter 'forward.*/(arm7|humanoid)/(mujoco|dart)' --json result.json"};
  Options options;
  app.add_option("--filter", options.filter, "Only what fits this regular expression in job/robot/library");
  app.add_option("--json", options.json, "Write all that was measured to this file (docs/benchmarks.md)");
  app.add_flag("--quick", options.quick, "A short run: fewer turns, slow calls left out");
  app.add_flag("--list", options.list, "List every job/robot/library and leave");
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
