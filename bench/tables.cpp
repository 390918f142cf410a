#include <fmt/format.h>

#include <algorithm>

#include "bench/methods.hpp"
#include "bench/results.hpp"
#include "bench/text_table.hpp"

namespace bench {
namespace {

using Names = std::vector<std::string>;

void add_once(Names& list, const std::string& entry) {
  if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

std::string time_of(const Row* row) {
  return row ? readable_time(row->microseconds.median) : "-";
}

// In the order in which they were timed.
Names libraries_at(const Results& results, Job job) {
  Names names;
  for (const Row& row : results.rows) {
    if (row.job == job) add_once(names, row.library);
  }
  return names;
}
Names robots_at(const Results& results, Job job) {
  Names names;
  for (const Row& row : results.rows) {
    if (row.job == job) add_once(names, row.robot);
  }
  return names;
}

// A line for each robot, a column for each library, and a last column computed by `last` from the whole line.
template <class Cell, class Last>
TextTable table_by_library(const Results& results, Job job, const Names& libraries, const char* title,
                           const Cell& cell, const Last& last) {
  TextTable table({title});
  table.head.insert(table.head.end(), libraries.begin(), libraries.end());
  for (const std::string& robot : robots_at(results, job)) {
    Names line{robot};
    for (const std::string& library : libraries) line.push_back(cell(results.find(job, robot, library)));
    last(robot, line);
    table.lines.push_back(line);
  }
  return table;
}

TextTable table_of_times(const Results& results, Job job, const Names& libraries) {
  TextTable table =
      table_by_library(results, job, libraries, "microseconds", time_of, [&](const auto& robot, Names& line) {
        double widest = 0;
        for (const Row& row : results.rows) {
          if (row.job == job && row.robot == robot) widest = std::max(widest, row.microseconds.spread());
        }
        line.push_back(fmt::format("{:.0f}%", 100 * widest));
      });
  table.head.push_back("spread");
  return table;
}

// A line for each robot and method of sinew, a column for each peer.
TextTable table_of_ratios(const Results& results, Job job, const Names& libraries) {
  Names ours, peers;
  for (const std::string& each : libraries) (is_sinew(each) ? ours : peers).push_back(each);
  if (peers.empty()) {  // only sinew's methods
    ours = {libraries.front()};
    peers.assign(libraries.begin() + 1, libraries.end());
  }
  TextTable table({"ratio to"});
  table.head.insert(table.head.end(), peers.begin(), peers.end());
  for (const std::string& robot : robots_at(results, job)) {
    for (const std::string& method : ours) {
      const Row* row = results.find(job, robot, method);
      if (!row) continue;
      Names line{robot + " " + method};
      for (const std::string& peer : peers) {
        const Row* theirs = results.find(job, robot, peer);
        line.push_back(theirs ? readable_ratio(ratio_of(row->turns, theirs->turns).median) : "-");
      }
      table.lines.push_back(line);
    }
  }
  return table;
}

// The jobs at which only sinew was timed.
std::string table_of_others(const Results& results) {
  Names robots;
  TextTable times({"microseconds, sinew alone"});
  const auto is_alone = [&](Job job) { return libraries_at(results, job).size() == 1; };
  for (const Row& row : results.rows) {
    if (is_alone(row.job)) add_once(robots, row.robot);
  }
  times.head.insert(times.head.end(), robots.begin(), robots.end());
  for (const JobInfo& each : all_jobs) {
    if (!is_alone(each.job)) continue;
    Names line{std::string(each.name)};
    for (const std::string& robot : robots)
      line.push_back(time_of(results.find(each.job, robot, sinew_name)));
    times.lines.push_back(line);
  }
  return times.lines.empty() ? "" : times.text() + "\n";
}

}  // namespace

const Row* Results::find(Job job, const std::string& robot, const std::string& library) const {
  for (const Row& row : rows) {
    if (row.job == job && row.robot == robot && row.library == library) return &row;
  }
  return nullptr;
}

std::string instruction_tables_of(const Results& results) {
  std::string text;
  for (const JobInfo& each : all_jobs) {
    const Names libraries = libraries_at(results, each.job);
    if (libraries.empty()) continue;
    const auto count = [](const Row* row) { return row ? fmt::format("{:.0f}", row->instructions) : "-"; };
    text += fmt::format(
        "{}\n\n{}\n", each.name,
        table_by_library(results, each.job, libraries, "instructions", count, [](auto&&...) {}).text());
  }
  return text;
}

std::string tables_of(const Results& results) {
  std::string text;
  for (const JobInfo& each : all_jobs) {
    const Names libraries = libraries_at(results, each.job);
    if (libraries.size() < 2) continue;
    text += fmt::format("{}\n\n{}\n{}\n", each.name, table_of_times(results, each.job, libraries).text(),
                        table_of_ratios(results, each.job, libraries).text());
  }
  return text + table_of_others(results);
}

}  // namespace bench
