#include <fmt/format.h>

#include <algorithm>

#include "bench/results.hpp"
#include "bench/text_table.hpp"

namespace bench {
namespace {

struct Target {
  Job job;
  const char *robot, *library;
  double bar;  // sinew's time over the library's is to be at most this
};

constexpr Target targets[] = {
    {Job::forward_dynamics, "arm7", "mujoco", 0.26},      {Job::forward_dynamics, "humanoid", "mujoco", 0.27},
    {Job::forward_dynamics, "chain1000", "bullet", 0.22}, {Job::inverse_dynamics, "arm7", "mujoco", 0.20},
    {Job::inverse_dynamics, "humanoid", "mujoco", 0.20},  {Job::mass_matrix, "arm7", "mujoco", 0.28},
    {Job::mass_matrix, "humanoid", "mujoco", 0.28},
};
constexpr double linearity_bar = 1.6;

const char* verdict(bool met) {
  return met ? "met" : "NOT MET";
}

}  // namespace

std::string targets_of(const Results& results) {
  TextTable table({"target", "ratio", "bar", ""});
  for (const Target& target : targets) {
    const auto ours = results.microseconds(target.job, target.robot, "sinew");
    const auto theirs = results.microseconds(target.job, target.robot, target.library);
    if (!ours || !theirs) continue;
    const double ratio = *ours / *theirs;
    table.lines.push_back({fmt::format("{} {} / {}", name_of(target.job), target.robot, target.library),
                           fmt::format("{:.3f}", ratio), fmt::format("{:.2f}", target.bar),
                           verdict(ratio <= target.bar)});
  }

  TextTable per_link({"forward dynamics, sinew", "microseconds per link"});
  std::vector<double> times;
  for (const Row& row : results.rows) {
    if (row.job != Job::forward_dynamics || row.library != "sinew" || !row.robot.starts_with("chain"))
      continue;
    times.push_back(row.measurement.microseconds / std::stod(row.robot.substr(5)));
    per_link.lines.push_back({row.robot, fmt::format("{:.4f}", times.back())});
  }
  std::string text;
  if (times.size() > 1) {
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    const double ratio = *most / *least;
    table.lines.push_back({"forward-dynamics per link, most / least", fmt::format("{:.3f}", ratio),
                           fmt::format("{:.2f}", linearity_bar), verdict(ratio <= linearity_bar)});
    text += per_link.text() + "\n";
  }
  return table.lines.empty() ? text : text + table.text();
}

}  // namespace bench
