#include <fmt/format.h>

#include <algorithm>

#include "bench/results.hpp"
#include "bench/text_table.hpp"

namespace bench {
namespace {

void add_once(std::vector<std::string>& list, const std::string& entry) {
  if (std::find(list.begin(), list.end(), entry) == list.end()) list.push_back(entry);
}

std::string readable_time(double microseconds) {
  return microseconds < 99.95 ? fmt::format("{:#.3g}", microseconds) : fmt::format("{:.0f}", microseconds);
}

std::vector<std::string> libraries_at(const Results& results, Job job) {
  std::vector<std::string> names;
  for (const Row& row : results.rows) {
    if (row.job == job) add_once(names, row.library);
  }
  return names;
}

// sinew beside its peers: a table of times, a table of ratios.
std::string tables_of_job(const Results& results, Job job) {
  const std::vector<std::string> names = libraries_at(results, job);
  if (names.size() < 2) return {};
  std::vector<std::string> robots;
  for (const Row& row : results.rows) {
    if (row.job == job) add_once(robots, row.robot);
  }

  TextTable times({"microseconds"}), ratios({"sinew / peer"});
  times.head.insert(times.head.end(), names.begin(), names.end());
  times.head.push_back("spread");
  ratios.head.insert(ratios.head.end(), names.begin() + 1, names.end());
  for (const std::string& robot : robots) {
    std::vector<std::string> time_line{robot}, ratio_line{robot};
    double widest = 0;
    for (const Row& row : results.rows) {
      if (row.job == job && row.robot == robot) widest = std::max(widest, row.measurement.spread);
    }
    const double ours = results.microseconds(job, robot, names.front()).value();
    for (const std::string& name : names) {
      const auto time = results.microseconds(job, robot, name);
      time_line.push_back(time ? readable_time(*time) : "-");
      if (name != names.front()) ratio_line.push_back(time ? readable_ratio(ours / *time) : "-");
    }
    time_line.push_back(fmt::format("{:.0f}%", 100 * widest));
    times.lines.push_back(time_line);
    ratios.lines.push_back(ratio_line);
  }
  return fmt::format("{}\n\n{}\n{}\n", name_of(job), times.text(), ratios.text());
}

// The jobs that sinew alone was timed at.
std::string table_of_others(const Results& results) {
  std::vector<std::string> robots;
  TextTable times({"microseconds, sinew alone"});
  const auto is_alone = [&](Job job) { return libraries_at(results, job).size() == 1; };
  for (const Row& row : results.rows) {
    if (is_alone(row.job)) add_once(robots, row.robot);
  }
  times.head.insert(times.head.end(), robots.begin(), robots.end());
  for (const JobInfo& each : all_jobs) {
    if (!is_alone(each.job)) continue;
    std::vector<std::string> line{std::string(each.name)};
    for (const std::string& robot : robots) {
      const auto time = results.microseconds(each.job, robot, "sinew");
      line.push_back(time ? readable_time(*time) : "-");
    }
    times.lines.push_back(line);
  }
  return times.lines.empty() ? "" : times.text() + "\n";
}

}  // namespace

std::optional<double> Results::microseconds(Job job, const std::string& robot,
                                            const std::string& library) const {
  for (const Row& row : rows) {
    if (row.job == job && row.robot == robot && row.library == library) return row.measurement.microseconds;
  }
  return {};
}

std::string tables_of(const Results& results) {
  std::string text;
  for (const JobInfo& each : all_jobs) text += tables_of_job(results, each.job);
  return text + table_of_others(results);
}

}  // namespace bench
