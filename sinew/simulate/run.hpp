// Runs a simulation from a phase to its end: the loop of steps, events and records. Internal to
// simulate/simulation.cpp; run_events.cpp handles the events.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sinew/simulate/simulation.hpp"

namespace sinew {

// Returns whether t has reached `goal`; times that differ only by rounding count as equal.
inline bool reached(double t, double goal) {
  return goal - t <= 1e-12 * std::max(1.0, std::abs(goal));
}

struct RunParts {
  Dynamics& dynamics;
  Integrator& integrator;
  const SimulationOptions& options;
  const std::vector<std::unique_ptr<Event>>& events;
  std::vector<TimedEvent> timed;
  std::span<Recorder* const> recorders;
  const std::atomic<bool>* interrupt;
};

class SimulationRun {
 public:
  SimulationRun(RunParts parts, SimulationState& phase);
  SimulationReport go();

 private:
  using Clock = std::chrono::steady_clock;

  template <class F>
  void fail_on_overflow(const F& f);
  void start();
  void advance();  // by one step, at most to the next record, sample or event
  void finish();
  void fail(const std::string& why);

  // Events
  void evaluate_guards();  // evaluates all events at the current phase, in now_
  bool find_crossings();   // lists in crossed_ the events that fell to zero since before_
  double least_guard(const SimulationState& phase);  // the least value, at `phase`, of the events in crossed_
  void locate_first_crossing(
      const SimulationState& from);  // moves the phase to the first of these zero crossings
  void handle_events();              // handles the events in crossed_, and those they trigger at once
  void happen(const std::string& name, const std::function<void(EventContext&)>& action);
  void happen_at_this_time();
  void begin(Event& event);
  void log_event(const std::string& name, const EventContext& context, bool on_record = true);

  // Records
  double energy();
  void record();
  void warn();

  RunParts parts_;
  SimulationState& phase_;
  SimulationState saved_, trial_;
  SimulationReport report_;
  Clock::time_point began_ = Clock::now();
  RecordTimes times_;
  std::size_t next_time_ = 0, next_timed_ = 0;
  std::vector<double> before_, now_;  // values of the events
  std::vector<std::size_t> crossed_;
  double start_energy_ = 0, start_potential_ = 0;
  double reach_ = infinity;  // s: length limit of the next step
  long happened_ = 0;
  bool ended_ = false;
  std::vector<double> a_;
  std::vector<Force<double>> loop_forces_;
  std::vector<FrameIndex> frames_;
  std::vector<Transform<double>> poses_;
};

}  // namespace sinew
