// Compiles a robot while the program runs: forward dynamics becomes straight-line code, for one state and for many. The
// mass of the last link remains a parameter.
//
//   compiled_robot [MODEL]      (default models/arm7.urdf; run it from the project's folder)
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

// Returns the nanoseconds per call, the minimum of 200 measurements.
template <class Call>
double time_of(const Call& call) {
  double best = 1e9;
  for (int round = 0; round < 200; ++round) {
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < 20; ++i) call();
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - began;
    best = std::fmin(best, taken.count() / 20);
  }
  return best;
}

int main(int argument_count, char** arguments) {
  const sinew::Model model = sinew::load(argument_count > 1 ? arguments[1] : "models/arm7.urdf");
  const std::string tip = model.joints().back().body;
  const sinew::CompiledRobot robot = sinew::compile(model, {.parameters = {tip + ".mass"}});
  std::printf("%s: %s\n", model.name().c_str(), robot.is_compiled() ? "compiled" : robot.remark().c_str());

  const sinew::State state = sinew::random_state(model, 1);
  const std::vector<double>&q = state.q, &v = state.v, &tau = state.tau;
  const std::size_t n = v.size();
  std::vector<double> a(n), expected(n);
  sinew::Workspace<double> work(model);
  const double general = time_of([&] { sinew::forward_dynamics(work, q, v, tau, expected); });
  const double compiled = time_of([&] { robot.forward_dynamics(q, v, tau, a); });
  std::printf("forward dynamics: %.0f ns by the general recursion, %.0f ns compiled\n", general, compiled);

  // The same state with 256 masses of the last link.
  constexpr std::size_t count = 256;
  std::vector<double> all_q, all_v, all_tau, all_a(count * n), masses;
  for (std::size_t s = 0; s < count; ++s) {
    all_q.insert(all_q.end(), q.begin(), q.end());
    all_v.insert(all_v.end(), v.begin(), v.end());
    all_tau.insert(all_tau.end(), tau.begin(), tau.end());
    masses.push_back(robot.nominal_parameters()[0] * (1 + 0.001 * double(s)));
  }
  sinew::CompiledBatch batch(robot);
  const double each = time_of([&] { batch.forward_dynamics(all_q, all_v, all_tau, all_a, masses); }) / count;
  std::printf("many states: %.0f ns each; %s from %.3f to %.3f kg: first acceleration %.4f to %.4f\n", each,
              tip.c_str(), masses.front(), masses.back(), all_a.front(), all_a[all_a.size() - n]);

  double error = 0;
  for (std::size_t i = 0; i < n; ++i)
    error = std::fmax(error, std::fabs(a[i] - expected[i]) + std::fabs(all_a[i] - expected[i]));
  return error < 1e-9 * (1 + std::fabs(expected[0])) ? 0 : 1;
}
