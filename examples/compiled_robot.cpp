// Compiles a robot while the program runs: forward dynamics becomes straight-line code, for one state and for many. The
// mass of the last link remains a parameter.
//
//   compiled_robot [MODEL]      (default models/arm7.urdf; run it from the project's folder)
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

namespace {

// Returns the seconds per call, the minimum of 200 measurements.
template <class Call>
double time_of(const Call& call) {
  double best = 1;
  for (int round = 0; round < 200; ++round) {
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) call();
    best =
        std::fmin(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count() / 20);
  }
  return best;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const sinew::Model model = sinew::load(argument_count > 1 ? arguments[1] : "models/arm7.urdf");
  const std::string tip = model.joints().back().body;
  const sinew::CompiledRobot robot = sinew::compile(model, {.parameters = {tip + ".mass"}});
  const sinew::CompileReport& report = robot.report();
  if (robot.is_compiled()) {
    std::printf("%s: compiled in %.2f s%s, within %.1e of the general recursion\n", model.name().c_str(),
                report.seconds, report.was_cached ? " (from the cache)" : "", report.worst_error);
  } else {
    std::printf("%s\n", robot.remark().c_str());
  }

  const sinew::State state = sinew::random_state(model, 1);
  std::vector<double> a(state.v.size()), expected(state.v.size());
  sinew::Workspace<double> work(model);
  const double general =
      time_of([&] { sinew::forward_dynamics(work, state.q, state.v, state.tau, expected); });
  const double compiled = time_of([&] { robot.forward_dynamics(state.q, state.v, state.tau, a); });
  std::printf("forward dynamics: %.0f ns by the general recursion, %.0f ns compiled\n", 1e9 * general,
              1e9 * compiled);
  double error = 0;
  for (std::size_t i = 0; i < a.size(); ++i) error = std::fmax(error, std::fabs(a[i] - expected[i]));

  // The same state with 256 different masses of the last link.
  constexpr std::size_t count = 256;
  std::vector<double> q, v, tau, many(count * a.size()), masses;
  for (std::size_t s = 0; s < count; ++s) {
    q.insert(q.end(), state.q.begin(), state.q.end());
    v.insert(v.end(), state.v.begin(), state.v.end());
    tau.insert(tau.end(), state.tau.begin(), state.tau.end());
    masses.push_back(robot.nominal_parameters()[0] * (1 + 0.001 * double(s)));
  }
  sinew::CompiledBatch batch(robot);
  const double each = time_of([&] { batch.forward_dynamics(q, v, tau, many, masses); }) / count;
  std::printf(
      "many states: %.0f ns each; %s from %.3f to %.3f kg moves the first acceleration from %.4f to %.4f\n",
      1e9 * each, tip.c_str(), masses.front(), masses.back(), many.front(), many[many.size() - a.size()]);
  for (std::size_t i = 0; i < a.size(); ++i) error = std::fmax(error, std::fabs(many[i] - expected[i]));
  return error < 1e-9 * (1 + std::fabs(expected[0])) ? 0 : 1;
}
