#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bench/results.hpp"
#include "bench/text_table.hpp"

namespace bench {
namespace {

// sinew's time at a job over that of another library, or over its own at another job, is to be at most `bar`.
struct Target {
  Job job;
  const char* robot;
  double bar;
  Job against;
  const char* library;
};
constexpr Target than_peer(Job job, const char* robot, double bar, const char* library) {
  return {job, robot, bar, job, library};
}
constexpr Target than_forward_dynamics(Job job, const char* robot, double bar) {
  return {job, robot, bar, Job::forward_dynamics, "sinew"};
}

constexpr Target targets[] = {
    than_peer(Job::forward_dynamics, "arm7", 0.26, "mujoco"),
    than_peer(Job::forward_dynamics, "humanoid", 0.27, "mujoco"),
    than_peer(Job::forward_dynamics, "chain1000", 0.22, "bullet"),
    than_peer(Job::inverse_dynamics, "arm7", 0.20, "mujoco"),
    than_peer(Job::inverse_dynamics, "humanoid", 0.20, "mujoco"),
    than_peer(Job::mass_matrix, "arm7", 0.28, "mujoco"),
    than_peer(Job::mass_matrix, "humanoid", 0.28, "mujoco"),
    than_peer(Job::inverse_mass_matrix, "arm7", 0.35, "mujoco"),
    than_peer(Job::inverse_mass_matrix, "humanoid", 0.20, "mujoco"),
    than_forward_dynamics(Job::omega, "arm7", 1.6),
    than_forward_dynamics(Job::omega, "humanoid", 1.6),
    than_forward_dynamics(Job::omega, "chain1000", 1.6),
    than_forward_dynamics(Job::inverse_mass_times, "arm7", 0.35),
    than_forward_dynamics(Job::inverse_mass_times, "humanoid", 0.35),
    than_forward_dynamics(Job::inverse_mass_times, "chain1000", 0.35),
    than_forward_dynamics(Job::closed_forward_dynamics, "arm7", 2.2),
    than_forward_dynamics(Job::closed_forward_dynamics, "humanoid", 2.2),
    than_forward_dynamics(Job::closed_forward_dynamics, "chain1000", 2.2),
    than_forward_dynamics(Job::three_arms, "arm7", 7.5),  // three times 2.5
    than_forward_dynamics(Job::three_arms, "chain1000", 7.5),
};

// Recursions that are to take the same time per link, from the shortest chain to the longest.
struct Family {
  const char *library, *chains;  // the chains' names begin so
  const char* suffix;
};
constexpr Family families[] = {{"sinew", "chain", ""}, {planar_name, "planar", ", planar"}};
constexpr double linearity_bar = 1.6;  // most over least time per link

std::vector<std::string> compared(const std::string& what, double ratio, double bar) {
  return {what, fmt::format("{:.3f}", ratio), fmt::format("{:.2f}", bar), ratio <= bar ? "met" : "NOT MET"};
}

void add_ratios(const Results& results, TextTable& table) {
  for (const auto& [job, robot, bar, against, library] : targets) {
    const auto ours = results.microseconds(job, robot, "sinew");
    const auto theirs = results.microseconds(against, robot, library);
    if (!ours || !theirs) continue;
    const std::string other = against == job ? library : fmt::format("{} {}", library, name_of(against));
    table.lines.push_back(
        compared(fmt::format("{} {} / {}", name_of(job), robot, other), *ours / *theirs, bar));
  }
}

// Time per link of a job along a family of chains, and whether it stays the same.
void add_linearity(const Results& results, const Family& family, Job job, const std::set<int>& lengths,
                   TextTable& per_link, TextTable& table) {
  const std::string name = fmt::format("{}{}", name_of(job), family.suffix);
  std::vector<std::string> line{name};
  std::vector<double> times;
  for (const int links : lengths) {
    const auto time = results.microseconds(job, fmt::format("{}{}", family.chains, links), family.library);
    if (time) times.push_back(*time / links);
    line.push_back(time ? fmt::format("{:.4f}", times.back()) : "-");
  }
  if (times.size() < 2) return;
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  per_link.lines.push_back(line);
  table.lines.push_back(compared(name + " per link, most / least", *most / *least, linearity_bar));
}

}  // namespace

std::string targets_of(const Results& results) {
  TextTable table({"target", "ratio", "bar", ""}), per_link({"microseconds per link, sinew"});
  add_ratios(results, table);
  std::set<int> lengths;
  for (const Row& row : results.rows) {
    if (row.chain_links > 0) lengths.insert(row.chain_links);
  }
  for (const int links : lengths) per_link.head.push_back(fmt::format("{} links", links));
  for (const Family& family : families) {
    for (const JobInfo& each : all_jobs) {
      if (!gives_matrix(each.job)) add_linearity(results, family, each.job, lengths, per_link, table);
    }
  }
  std::string text;
  if (!per_link.lines.empty()) text += per_link.text() + "\n";
  return table.lines.empty() ? text : text + table.text();
}

}  // namespace bench
