// Times the calls of C++ that Python's calls are compared with (bench/python/contest.py), with the same states and the
// same clock. Built as a library that Python loads, so that both are measured in turn in one process.
#include <ctime>
#include <memory>
#include <string>

#include "sinew/sinew.hpp"

namespace {

double seconds_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

// Calls compute() until `repetitions` are done, and returns the seconds of one call.
template <class Compute>
double time_of(int repetitions, Compute&& compute) {
  const double began = seconds_of_thread();
  for (int i = 0; i < repetitions; ++i) compute();
  return (seconds_of_thread() - began) / repetitions;
}

struct Calls {
  sinew::Model robot;
  sinew::Workspace<double> work{robot};
  sinew::Batch<double> by_state{robot, {.layout = sinew::Layout::by_state}};
  sinew::Batch<double> by_coordinate{robot, {.layout = sinew::Layout::by_coordinate}};
};

}  // namespace

extern "C" {

Calls* make_calls(const char* file, int floats) {
  const sinew::Base base = floats ? sinew::Base::floating : sinew::Base::as_written;
  return new Calls{.robot = sinew::load(file, {.base = base})};
}

// Returns the seconds per state of forward dynamics ('f'), inverse dynamics ('i') or the mass matrix ('m') of `count`
// states, one after the other. x: joint torques, or accelerations for inverse dynamics.
double seconds_of_states(Calls* calls, char quantity, const double* q, const double* v, const double* x,
                         double* out, int count, int repetitions) {
  const int n_q = calls->robot.position_size(), n = calls->robot.velocity_size();
  return time_of(repetitions,
                 [&] {
                   for (int i = 0; i < count; ++i) {
                     const sinew::In<double> qi(q + i * n_q, std::size_t(n_q)), vi(v + i * n, std::size_t(n)),
                         xi(x + i * n, std::size_t(n));
                     const sinew::Out<double> result(out, std::size_t(n));
                     if (quantity == 'f') sinew::forward_dynamics(calls->work, qi, vi, xi, result);
                     if (quantity == 'i') sinew::inverse_dynamics(calls->work, qi, vi, xi, result);
                     if (quantity == 'm')
                       sinew::mass_matrix(calls->work, qi, sinew::MatrixOut<double>(out, n, n));
                   }
                 }) /
         count;
}

// Does the same by a batch, whose arrays are ordered state by state, or coordinate by coordinate if `columns`.
double seconds_of_batch(Calls* calls, char quantity, const double* q, const double* v, const double* x,
                        double* out, int count, int repetitions, int columns) {
  const auto states = std::size_t(count), n_q = std::size_t(calls->robot.position_size()),
             n = std::size_t(calls->robot.velocity_size());
  const sinew::In<double> all_q(q, states * n_q), all_v(v, states * n), all_x(x, states * n);
  const sinew::Out<double> result(out, states * n * (quantity == 'm' ? n : 1));
  sinew::Batch<double>& batch = columns ? calls->by_coordinate : calls->by_state;
  return time_of(repetitions,
                 [&] {
                   if (quantity == 'f') batch.forward_dynamics(all_q, all_v, all_x, result);
                   if (quantity == 'i') batch.inverse_dynamics(all_q, all_v, all_x, result);
                   if (quantity == 'm') batch.mass_matrix(all_q, result);
                 }) /
         count;
}

}  // extern "C"
