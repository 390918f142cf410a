// Computes forward dynamics of a thousand states of one arm at once, on all cores (a batch).
#include <algorithm>
#include <cstdio>
#include <vector>

#include "sinew/sinew.hpp"

int main() {
  const sinew::Model model(sinew::random_chain(7, 1));
  const std::size_t states = 1000, n = 7;

  // The states are stored one after another, as simulators and planners usually have them. With Layout::by_coordinate,
  // q(0) of all states would come first.
  std::vector<double> q(states * n), v(states * n), tau(states * n), a(states * n);
  for (std::size_t i = 0; i < states * n; ++i) {
    q[i] = 0.001 * static_cast<double>(i);
    v[i] = 0.1;
  }
  q[5 * n] = 1.0 / 0.0;  // one state is invalid

  sinew::Batch<double> batch(model, {.threads = 0});  // 0: as many threads as there are cores
  const sinew::BatchReport report = batch.forward_dynamics(q, v, tau, a);
  std::printf("%zu of %zu states computed, the first that was not is number %zu\n", states - report.failed,
              states, report.first_failed);
  std::printf("last state: first joint acceleration %.3f rad/s^2\n", a[(states - 1) * n]);

  // The pose of the tip, and its acceleration per unit of force (Omega), in each state.
  const sinew::FrameIndex tip = model.frame(model.frames().back().name);
  std::vector<double> poses(states * 12), omega(states * 36);
  batch.poses(q, {&tip, 1}, poses);
  batch.omega(q, tip, sinew::Reference::aligned, omega);
  const double* const last = poses.data() + (states - 1) * 12;  // rotation by columns, then origin
  std::printf("last state: tip at %.3f %.3f %.3f\n", last[9], last[10], last[11]);

  // A reproducible batch gives the bits of a single state, on every machine and with every number of threads.
  if (!sinew::single_states_are_reproducible())
    return report.failed == 1 ? 0 : 1;  // built with fused multiply-add
  sinew::Batch<double> reproducible(model, {.threads = 0, .reproducible = true});
  reproducible.forward_dynamics(q, v, tau, a);
  sinew::Workspace<double> work(model);
  std::vector<double> single(n);
  const std::size_t at = (states - 1) * n;
  sinew::forward_dynamics(work, {&q[at], n}, {&v[at], n}, {&tau[at], n}, single);
  const bool same = std::equal(single.begin(), single.end(), a.begin() + std::ptrdiff_t(at));
  std::printf("the reproducible batch has %s bits as a single state\n", same ? "the same" : "other");
  return report.failed == 1 && same ? 0 : 1;
}
