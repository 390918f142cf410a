// A thousand throws of the dice at once: forward dynamics of many states of one arm, on all cores.
#include <cstdio>
#include <vector>

#include "sinew/batch/batch.hpp"
#include "sinew/model/examples.hpp"

int main() {
  const sinew::Model model(sinew::random_chain(7, 1));
  const std::size_t states = 1000, n = 7;

  // One state after the other, as simulators and planners have them. Layout::by_coordinate has q(0) of all states first.
  std::vector<double> q(states * n), v(states * n), tau(states * n), a(states * n);
  for (std::size_t i = 0; i < states * n; ++i) {
    q[i] = 0.001 * static_cast<double>(i);
    v[i] = 0.1;
  }
  q[5 * n] = 1.0 / 0.0;  // a state that went astray

  sinew::Batch<double> batch(model, {.threads = 0});  // as many as there are cores
  const sinew::BatchReport report = batch.forward_dynamics(q, v, tau, a);
  std::printf("%zu of %zu states computed, the first that was not is number %zu\n", states - report.failed,
              states, report.first_failed);
  std::printf("the last one accelerates its first joint by %.3f rad/s^2\n", a[(states - 1) * n]);

  // Where the tip is, and how it answers to forces, in each of them.
  const sinew::FrameIndex tip = model.frame(model.frames().back().name);
  std::vector<double> poses(states * 12), omega(states * 36);
  batch.poses(q, {&tip, 1}, poses);
  batch.omega(q, tip, sinew::Reference::aligned, omega);
  const double* const last = poses.data() + (states - 1) * 12;  // rotation by columns, then origin
  std::printf("its tip is at %.3f %.3f %.3f\n", last[9], last[10], last[11]);
  return report.failed == 1 ? 0 : 1;
}
