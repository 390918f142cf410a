#include "bench/methods.hpp"
#include "bench/results.hpp"

#include <fmt/format.h>

#include "bench/text_table.hpp"

namespace bench {
namespace {

// The time of a method of sinew at a job, relative to another library or to sinew at another job, must be at most
// `bar`.
struct Target {
  Job job;
  const char *robot, *method;
  double bar;
  Job against;
  const char* library;
};
constexpr Target than_peer(Job job, const char* robot, double bar, const char* library,
                           const char* method = sinew_name) {
  return {job, robot, method, bar, job, library};
}
constexpr Target than_forward_dynamics(Job job, const char* robot, double bar) {
  return {job, robot, sinew_name, bar, Job::forward_dynamics, sinew_name};
}

// On many machines Pinocchio's memory does not suffice for chain1000; its time per link is that of chain300.
constexpr Target targets[] = {
    than_peer(Job::forward_dynamics, "arm7", 0.37, "pinocchio"),
    than_peer(Job::forward_dynamics, "arm7", 0.22, "mujoco"),
    than_peer(Job::forward_dynamics, "humanoid", 0.40, "pinocchio"),
    than_peer(Job::forward_dynamics, "humanoid", 0.23, "mujoco"),
    than_peer(Job::forward_dynamics, "chain300", 0.35, "pinocchio"),
    than_peer(Job::forward_dynamics, "chain1000", 0.35, "pinocchio"),
    than_peer(Job::forward_dynamics, "chain1000", 0.16, "bullet"),
    than_peer(Job::inverse_dynamics, "arm7", 0.50, "rbdl"),
    than_peer(Job::inverse_dynamics, "arm7", 0.16, "mujoco"),
    than_peer(Job::inverse_dynamics, "humanoid", 0.50, "rbdl"),
    than_peer(Job::inverse_dynamics, "humanoid", 0.16, "mujoco"),
    than_peer(Job::inverse_dynamics, "chain1000", 0.50, "rbdl"),
    than_peer(Job::mass_matrix, "arm7", 0.60, "pinocchio"),
    than_peer(Job::mass_matrix, "arm7", 0.21, "mujoco"),
    than_peer(Job::mass_matrix, "humanoid", 0.60, "pinocchio"),
    than_peer(Job::mass_matrix, "humanoid", 0.30, "mujoco"),
    than_peer(Job::inverse_mass_matrix, "arm7", 0.50, "pinocchio"),
    than_peer(Job::inverse_mass_matrix, "arm7", 0.35, "mujoco"),
    than_peer(Job::inverse_mass_matrix, "humanoid", 0.50, "pinocchio"),
    than_peer(Job::inverse_mass_matrix, "humanoid", 0.20, "mujoco"),
    than_peer(Job::omega, "arm7", 0.50, "pinocchio"),
    than_peer(Job::omega, "humanoid", 0.50, "pinocchio"),
    than_peer(Job::regressor, "arm7", 0.35, "pinocchio"),
    than_peer(Job::regressor, "humanoid", 0.35, "pinocchio"),
    than_peer(Job::forward_dynamics, "arm7", 0.18, "pinocchio", compiled_name),
    than_peer(Job::forward_dynamics, "arm7", 0.11, "mujoco", compiled_name),
    than_peer(Job::forward_dynamics, "humanoid", 0.26, "pinocchio", compiled_name),
    than_peer(Job::forward_dynamics, "arm7", 0.075, "pinocchio", batch_name),
    than_peer(Job::forward_dynamics, "humanoid", 0.09, "pinocchio", batch_name),
    than_peer(Job::forward_dynamics, "chain300", 0.09, "pinocchio", batch_name),
    than_peer(Job::forward_dynamics, "chain1000", 0.09, "pinocchio", batch_name),
    than_peer(Job::forward_dynamics, "arm7", 0.04, "pinocchio", compiled_batch_name),
    than_peer(Job::forward_dynamics, "humanoid", 0.05, "pinocchio", compiled_batch_name),
    than_forward_dynamics(Job::omega, "arm7", 1.6),
    than_forward_dynamics(Job::omega, "humanoid", 1.6),
    than_forward_dynamics(Job::omega, "chain1000", 1.6),
    than_forward_dynamics(Job::solve_mass_matrix, "arm7", 0.35),
    than_forward_dynamics(Job::solve_mass_matrix, "humanoid", 0.35),
    than_forward_dynamics(Job::solve_mass_matrix, "chain1000", 0.35),
    than_forward_dynamics(Job::closed_forward_dynamics, "arm7", 2.2),
    than_forward_dynamics(Job::closed_forward_dynamics, "humanoid", 2.2),
    than_forward_dynamics(Job::closed_forward_dynamics, "chain1000", 2.2),
    than_forward_dynamics(Job::three_arms, "arm7", 7.5),  // three times 2.5
    than_forward_dynamics(Job::three_arms, "chain1000", 7.5),
};

}  // namespace

std::vector<Comparison> compare_with_targets(const Results& results) {
  std::vector<Comparison> list;
  for (const auto& [job, robot, method, bar, against, library] : targets) {
    const Row *ours = results.find(job, robot, method), *theirs = results.find(against, robot, library);
    if (!ours || !theirs) continue;
    const std::string other = against == job ? library : fmt::format("{} {}", library, name_of(against));
    Comparison& entry =
        list.emplace_back(Comparison{fmt::format("{} {}, {} / {}", name_of(job), robot, method, other),
                                     ratio_of(ours->turns, theirs->turns), bar});
    if (ours->work)
      entry.limit = least_microseconds(*ours->work, method, results.peak) / theirs->microseconds.median;
  }
  return list;
}

std::string table_of(const std::vector<Comparison>& comparisons) {
  TextTable table({"target", "ratio", "spread", "bar", "", "limit"});
  for (const Comparison& each : comparisons) {
    table.lines.push_back({each.what, fmt::format("{:.3f}", each.ratio.median),
                           fmt::format("{:.0f}%", 100 * each.ratio.spread()),
                           fmt::format("{:#.2g}", each.bar), each.is_met() ? "met" : "NOT MET",
                           each.limit ? fmt::format("{:.3f}", *each.limit) : ""});
  }
  return table.lines.empty() ? "" : table.text();
}

}  // namespace bench
