// Provides what all integrators share: choosing the length of a step, closing loops at its end, and reporting failures.
#pragma once

#include <stdexcept>
#include <string>

#include "sinew/simulate/integrators/integrator.hpp"

namespace sinew {

// Divides the time from t to t_end into equal steps of at most `longest`, and returns the first of them.
struct StepLength {
  double h;
  bool is_last;
};
StepLength even_step(double t, double t_end, double longest);

// Throws std::invalid_argument unless the state has the model's sizes and t_end is at or after state.t.
void check_step(const Model& model, const SimulationState& state, double t_end);

// Throws std::runtime_error if the state has numbers that are not finite.
void check_finite(const SimulationState& state);

// Checks that the state is finite and, if the mechanism uses projection, projects position and velocities so that the
// loops are closed. Throws std::runtime_error if either fails.
void settle(Mechanism& mechanism, SimulationState& state);

// Throws std::runtime_error with the time and the reason.
[[noreturn]] void fail_step(double t, const std::string& why);

// Runs `make`, which writes the state at the end of the step to `next`, and swaps it into `state` if `make` succeeds.
// Exceptions (a singular position, an error in a controller) are rethrown as std::runtime_error with the time, and
// leave `state` unchanged.
template <class Make>
void guarded_step(SimulationState& state, SimulationState& next, Make&& make) {
  try {
    next = state;
    make();
  } catch (const std::exception& error) {
    fail_step(state.t, error.what());
  }
  std::swap(state, next);
}

}  // namespace sinew
