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

std::string tables_of_job(const Results& results, Job job) {
  std::vector<std::string> robots, names;
  for (const Row& row : results.rows) {
    if (row.job != job) continue;
    add_once(robots, row.robot);
    add_once(names, row.library);
  }
  if (robots.empty()) return {};

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
  std::string text = fmt::format("{}\n\n{}", name_of(job), times.text());
  if (names.size() > 1) text += "\n" + ratios.text();
  return text + "\n";
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
  for (const Job job : all_jobs) text += tables_of_job(results, job);
  return text;
}

}  // namespace bench
