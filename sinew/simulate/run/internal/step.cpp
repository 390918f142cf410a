#include "sinew/simulate/run/internal/step.hpp"

#include <cmath>

#include "sinew/base/number_text.hpp"

namespace sinew {

StepLength even_step(double t, double t_end, double longest) {
  const double duration = t_end - t;
  const double count = std::ceil(duration / longest * (1 - 1e-9));  // n steps and a rounding error count as n
  if (!(count > 1)) return {duration, true};
  return {duration / count, false};
}

void check_step(const Model& model, const SimulationState& state, double t_end) {
  edge::check_size("q", VectorView<const double>(state.q), model.position_size());
  edge::check_size("v", VectorView<const double>(state.v), model.velocity_size());
  if (!(t_end >= state.t) || !std::isfinite(t_end) || !std::isfinite(state.t))
    throw std::invalid_argument("a step from t = " + number_text(state.t) + " s to t = " +
                                number_text(t_end) + " s; expected its end not to lie before its start");
}

void check_finite(const SimulationState& state) {
  if (!edge::all_finite(state.q.data(), state.q.size()) ||
      !edge::all_finite(state.v.data(), state.v.size()) || !std::isfinite(state.work))
    throw std::runtime_error("the state is not finite");
}

void settle(Mechanism& mechanism, SimulationState& state) {
  check_finite(state);
  if (mechanism.options().stabilisation != Stabilisation::projection || !mechanism.is_constrained()) return;
  if (!mechanism.project_position(state.q)) throw std::runtime_error("the loops cannot be closed again");
  mechanism.project_velocity(state.q, state.v);
}

void fail_step(double t, const std::string& why) {
  throw std::runtime_error("step failed at t = " + number_text(t) + " s: " + why);
}

}  // namespace sinew
