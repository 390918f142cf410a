#include <fmt/format.h>

#include <algorithm>

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
};
constexpr double linearity_bar =
    1.6;  // most over least time per link, from the shortest chain to the longest

std::vector<std::string> compared(const std::string& what, double ratio, double bar) {
  return {what, fmt::format("{:.3f}", ratio), fmt::format("{:.2f}", bar), ratio <= bar ? "met" : "NOT MET"};
}

// The chains that sinew was timed on, shortest first.
std::vector<std::string> chains_in(const Results& results) {
  std::vector<std::string> chains;
  for (const Row& row : results.rows) {
    const bool known = std::find(chains.begin(), chains.end(), row.robot) != chains.end();
    if (!known && row.robot.starts_with("chain")) chains.push_back(row.robot);
  }
  return chains;
}

}  // namespace

std::string targets_of(const Results& results) {
  TextTable table({"target", "ratio", "bar", ""});
  for (const auto& [job, robot, bar, against, library] : targets) {
    const auto ours = results.microseconds(job, robot, "sinew");
    const auto theirs = results.microseconds(against, robot, library);
    if (!ours || !theirs) continue;
    const std::string other = against == job ? library : fmt::format("{} {}", library, name_of(against));
    table.lines.push_back(
        compared(fmt::format("{} {} / {}", name_of(job), robot, other), *ours / *theirs, bar));
  }

  const std::vector<std::string> chains = chains_in(results);
  TextTable per_link({"microseconds per link, sinew"});
  per_link.head.insert(per_link.head.end(), chains.begin(), chains.end());
  for (const JobInfo& each : all_jobs) {
    if (gives_matrix(each.job)) continue;
    std::vector<std::string> line{std::string(each.name)};
    std::vector<double> times;
    for (const std::string& chain : chains) {
      const auto time = results.microseconds(each.job, chain, "sinew");
      if (time) times.push_back(*time / std::stod(chain.substr(5)));
      line.push_back(time ? fmt::format("{:.4f}", times.back()) : "-");
    }
    if (times.size() < 2) continue;
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    table.lines.push_back(
        compared(fmt::format("{} per link, most / least", each.name), *most / *least, linearity_bar));
    per_link.lines.push_back(line);
  }
  std::string text;
  if (!per_link.lines.empty()) text += per_link.text() + "\n";
  return table.lines.empty() ? text : text + table.text();
}

}  // namespace bench
