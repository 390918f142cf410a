// Handles the events of a run: locates the zero crossings of their values, and runs their actions.
#include <algorithm>
#include <cmath>

#include "sinew/base/number_text.hpp"
#include "sinew/simulate/run/internal/run.hpp"

namespace sinew {
namespace {

constexpr int most_trials = 200;  // to locate a zero crossing; continuous values need about a dozen

}  // namespace

void SimulationRun::evaluate_guards() {
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = parts_.events[i]->value(state_, parts_.dynamics);
}

bool SimulationRun::find_crossings() {
  crossed_.clear();
  for (std::size_t i = 0; i < now_.size(); ++i) {
    if (before_[i] > 0 && now_[i] <= 0) crossed_.push_back(i);
  }
  return !crossed_.empty();
}

double SimulationRun::least_guard(const SimulationState& state) {
  double least = infinity;
  for (const std::size_t i : crossed_)
    least = std::min(least, parts_.events[i]->value(state, parts_.dynamics));
  return least;
}

// All values start above zero, so the least of them falls to zero where the first of them does.
void SimulationRun::locate_first_crossing(const SimulationState& from) {
  const auto advance_to = [&](double t) {
    trial_ = from;
    parts_.integrator.restart();
    while (!reached(trial_.t, t)) parts_.integrator.step(parts_.dynamics, trial_, t);
    trial_.t = t;
    return least_guard(trial_);
  };
  double above = infinity, below = infinity;
  for (const std::size_t i : crossed_) above = std::min(above, before_[i]), below = std::min(below, now_[i]);
  double low = from.t, high = state_.t;
  const double tolerance = 4e-16 * std::max(1.0, high) + 1e-12 * (high - low);
  int side = 0;  // of the last trial; two in a row on the same side make regula falsi slow
  for (int trial = 0; trial < most_trials && below < 0 && high - low > tolerance; ++trial) {
    double t = std::isfinite(above) ? high - below * (high - low) / (below - above) : 0.5 * (low + high);
    if (!(t > low) || !(t < high)) t = 0.5 * (low + high);
    if (!(t > low) || !(t < high)) break;
    const double value = advance_to(t);
    if (value > 0) {
      low = t, above = value;
      if (side == 1) below /= 2;
      side = 1;
    } else {
      high = t, below = value, state_ = trial_;
      if (side == -1 && std::isfinite(above)) above /= 2;
      side = -1;
    }
  }
  parts_.integrator.restart();
  evaluate_guards();
  find_crossings();
}

void SimulationRun::happen(const std::string& name, const std::function<void(EventContext&)>& action) {
  if (++happened_ > parts_.options.max_events)
    return fail("more than " + std::to_string(parts_.options.max_events) +
                " events by t = " + number_text(state_.t) + " s; the last was '" + name + "'");
  EventContext context{state_, parts_.dynamics};
  try {
    if (action) action(context);
  } catch (const std::exception& problem) {
    return fail("event '" + name + "': " + problem.what());
  }
  log_event(name, context);
}

void SimulationRun::begin(Event& event) {
  if (ended_) return;
  EventContext context{state_, parts_.dynamics};
  try {
    event.begin(context);
  } catch (const std::exception& problem) {
    return fail(problem.what());
  }
  log_event(event.name(), context, !context.note.empty());
}

void SimulationRun::log_event(const std::string& name, const EventContext& context, bool on_record) {
  report_.impact_loss += context.energy_lost;
  report_.warnings.insert(report_.warnings.end(), context.warnings.begin(), context.warnings.end());
  parts_.integrator.restart();
  if (!on_record) return;
  report_.events.push_back({state_.t, context.name.empty() ? name : context.name, context.note});
  for (Recorder* recorder : parts_.recorders) recorder->event(report_.events.back());
  if (!context.stop) return;
  report_.end = RunEnd::stopped_by_event;
  report_.why = name;
  ended_ = true;
}

void SimulationRun::handle_events() {
  while (!crossed_.empty() && !ended_) {
    const std::vector<std::size_t> now = crossed_;
    for (const std::size_t i : now) {
      if (ended_) return;
      Event& event = *parts_.events[i];
      happen(event.name(), [&](EventContext& context) { event.happen(context); });
    }
    std::swap(before_, now_);  // handling one event may trigger another
    evaluate_guards();
    find_crossings();
  }
}

void SimulationRun::happen_at_this_time() {
  while (!ended_ && next_timed_ < parts_.timed.size() && reached(state_.t, parts_.timed[next_timed_].time)) {
    const TimedEvent& event = parts_.timed[next_timed_++];
    happen(event.name, event.action);
    std::swap(before_, now_);
    evaluate_guards();
    if (find_crossings()) handle_events();
  }
}

}  // namespace sinew
