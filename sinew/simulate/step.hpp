// What every integrator does around its formulas: the length of a step, what is done about loops at its end, and failures.
#pragma once

#include <stdexcept>
#include <string>

#include "sinew/simulate/integrator.hpp"

namespace sinew {

// The way to t_end divided evenly into steps of at most `longest`: the first of them.
struct StepLength {
  double h;
  bool is_last;
};
StepLength even_step(double t, double t_end, double longest);

// Throws std::invalid_argument unless the phase is one of the model's and t_end lies ahead of it or at it.
void check_step(const Model& model, const Phase& phase, double t_end);

// Throws std::runtime_error.
void check_finite(const Phase& phase);

// Position and velocities back to where the loops are closed, if the mechanism wants it so; and all must be finite.
// Throws std::runtime_error.
void settle(Mechanism& mechanism, Phase& phase);

[[noreturn]] void fail_step(double t, const std::string& why);

// Runs `make`, which writes the phase at the end of the step to `next`; then, and only then, this becomes the phase. What is
// thrown on the way (a singular position, a controller's own error) is told with its time as std::runtime_error.
template <class Make>
void guarded_step(Phase& phase, Phase& next, Make&& make) {
  try {
    next = phase;
    make();
  } catch (const std::exception& error) {
    fail_step(phase.t, error.what());
  }
  std::swap(phase, next);
}

}  // namespace sinew
