// Reads arbitrary bytes as a state file and as a trajectory table. The readers must not crash, hang or leak. The
// states that they accept are finite and have the size of the robot.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "apps/cli/errors.hpp"
#include "apps/cli/state_file.hpp"
#include "sinew/io/files/state_checks.hpp"
#include "sinew/io/files/trajectory_file.hpp"

namespace {

using namespace sinew;

// A body that floats, and one that slides on it.
Model robot() {
  const Inertial inertial{.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}};
  return Model(Description{
      .name = "robot",
      .bodies = {
          {.name = "base", .joint = {.name = "free", .kind = JointKind::floating}, .inertial = inertial},
          {.name = "slider",
           .parent = "base",
           .joint = {.name = "rail", .kind = JointKind::prismatic},
           .inertial = inertial}}});
}

void expect(bool holds) {
  if (!holds) std::abort();
}

bool are_finite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

void read_state(const std::string& text, const Model& model) {
  try {
    cli::StateFile state = cli::read_state_text(text, "state.json");
    for (const auto& list : {state.q, state.v, state.tau, state.a, state.gravity})
      expect(!list || are_finite(*list));
    if (state.q && wrong_size(*state.q, model, Coordinates::positions).empty() &&
        normalise_quaternions(model, *state.q).empty())
      expect(are_finite(*state.q));
  } catch (const cli::RequestError& problem) {
    expect(*problem.what() != '\0');
  }
}

void read_motion(const std::string& text, const Model& model) {
  Findings findings;
  const TrajectoryPlan plan = read_trajectory_text(text, "motion.csv", model, findings);
  expect(plan.times.empty() == findings.has_errors() && plan.values.size() == plan.times.size());
  expect(are_finite(plan.times) && std::is_sorted(plan.times.begin(), plan.times.end()));
  for (const std::vector<double>& q : plan.values)
    expect(are_finite(q) && q.size() == std::size_t(model.position_size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Model model = robot();
  const std::string text(reinterpret_cast<const char*>(data), size);
  read_state(text, model);
  read_motion(text, model);
  return 0;
}
