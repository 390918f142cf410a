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
  SimulationRun(RunParts parts, Phase& phase);
  SimulationReport go();

 private:
  using Clock = std::chrono::steady_clock;

  template <class F>
  void within_numbers(const F& f);
  void start();
  void advance();  // by one step, at most to the next record, sample or event
  void finish();
  void fail(const std::string& why);

  // Events
  void look();                             // evaluates all events at the current phase, in now_
  bool has_fallen();                       // lists in fallen_ the events that fell to zero since before_
  double lowest_fall(const Phase& phase);  // the least value, at `phase`, of the events in fallen_
  void find_fall(const Phase& from);       // moves the phase to the first of these zero crossings
  void let_happen();                       // handles the events in fallen_, and those they trigger at once
  void happen(const std::string& name, const std::function<void(Happening&)>& action);
  void happen_at_this_time();
  void begin(Event& event);
  void put_down(const std::string& name, const Happening& happening, bool on_record = true);

  // Records
  double energy();
  void record();
  void warn();

  RunParts parts_;
  Phase& phase_;
  Phase saved_, trial_;
  SimulationReport report_;
  Clock::time_point began_ = Clock::now();
  RecordTimes times_;
  std::size_t next_time_ = 0, next_timed_ = 0;
  std::vector<double> before_, now_;  // values of the events
  std::vector<std::size_t> fallen_;
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
