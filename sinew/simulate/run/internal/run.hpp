// Advances a simulation: the loop of steps, events and records, as a whole run or piece by piece. Internal to
// simulate/simulation.cpp; run_events.cpp handles the events.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>

#include "sinew/simulate/run/internal/recorded_sensors.hpp"
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
  const std::vector<JointRange>& start_ranges;
  const std::vector<std::string>& left_out;
  std::vector<RecordedTarget>& targets;
  std::span<Recorder* const> recorders;
  const std::atomic<bool>* interrupt;
};

// What a run keeps from one step to the next, besides the state and the memory of its parts.
struct RunMemory {
  SimulationReport report{};  // with the evaluations and seconds so far
  std::size_t next_time = 0, next_timed = 0;
  std::vector<double> values{};  // of the events
  SimulationState start{};
  double start_energy = 0, start_potential = 0;
  double reach = infinity;
  long happened = 0;
  bool ended = false;
};

class SimulationRun {
 public:
  SimulationRun(RunParts parts, SimulationState& state);
  SimulationReport run();

  // A run piece by piece: start() once, then steps.
  void start();
  void step(double t);        // one step, at most to t or the next sample or event
  void advance_to(double t);  // steps until t, or until the run ends
  double next_record_time();
  void forces_changed();  // after a change of torques from outside
  bool ended() const { return ended_; }
  // Why it failed; null if it did not.
  const std::string* failure() const { return report_.end == RunEnd::failed ? &report_.why : nullptr; }
  SimulationReport report();  // of the run so far

  // Between two steps. `restore` takes the place of start().
  RunMemory save() const;
  void restore(const RunMemory& memory);

 private:
  using Clock = std::chrono::steady_clock;

  template <class F>
  void fail_on_overflow(const F& f);
  void prepare();          // projects the state onto the loops and begins events, samples and the integrator
  void advance(double t);  // step(t), except that an overflow throws
  void check_jump();       // handles the events that a jump of forces triggered
  void fail(const std::string& why);

  // Events
  void evaluate_guards();  // evaluates all events at the current state, in now_
  bool find_crossings();   // lists in crossed_ the events that fell to zero since before_
  double least_guard(const SimulationState& state);  // the least value, at `state`, of the events in crossed_
  void locate_first_crossing(
      const SimulationState& from);  // moves the state to the first of these zero crossings
  void handle_events();              // handles the events in crossed_, and those they trigger at once
  void happen(const std::string& name, const std::function<void(EventContext&)>& action);
  void happen_at_this_time();
  void begin(Event& event);
  void log_event(const std::string& name, const EventContext& context, bool on_record = true);

  // Records
  double energy();
  double record_time(std::size_t i) const;
  void record_if_due();
  void record();
  void warn(SimulationReport& report) const;
  double seconds_so_far() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }

  RunParts parts_;
  SimulationState& state_;
  SimulationState saved_, trial_, start_;
  SimulationReport report_;
  Clock::time_point began_ = Clock::now();
  RecordTimes times_;
  std::size_t next_time_ = 0, next_timed_ = 0;
  long evaluations_before_ = 0;       // by earlier runs
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
  RecordedSensors sensors_;
  std::vector<double> targets_{};
};

}  // namespace sinew
