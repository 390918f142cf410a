// A mechanism through time: steps, events, records, and how far the result can be trusted.
//
// Steps end at every moment that matters: of a record, of a sampled controller, of a timed event. After a step in which
// the value of an event fell through zero, the step is taken again from where it began, to the moment of the fall, which
// is found by regula falsi (the Illinois rule) to within a rounding of time; then the event happens.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/simulate/event.hpp"
#include "sinew/simulate/integrator.hpp"

namespace sinew {

// One row of the record. The views live while the recorder is called.
struct Sample {
  double t;
  std::span<const double> q, v, a;
  std::span<const double> actuation;           // by controllers and constant moments
  std::span<const Force<double>> loop_forces;  // on the second ends by the first, in the second ends' axes
  double kinetic, potential, stored, work, impact_loss;  // J
  double energy_error;                    // kinetic + potential + stored + impact_loss - work - their start
  double position_error, velocity_error;  // of the worst row of the loops
  std::span<const Transform<double>> frames;  // of SimulationOptions::frames, in the world
};

struct EventRecord {
  double t = 0;
  std::string name{}, note{};
};

// Who wants to know: files, progress bars. May throw, which ends the run.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void record(const Sample& sample) = 0;  // at regular times, start and end included
  virtual void event(const EventRecord&) {}
  virtual void progress(double) {}  // after every step: the time reached
};

struct SimulationOptions {
  double duration = 10;
  double record_interval = 0.01;
  std::vector<std::string> frames{};  // whose poses are recorded
  long max_events = 100'000;          // more than that is taken for a rattle without end
};

enum class RunEnd { finished, stopped_by_event, interrupted, failed };
const char* name_of(RunEnd end);

struct SimulationReport {
  RunEnd end = RunEnd::finished;
  std::string why{};  // of what did not finish
  double t = 0;       // reached
  long steps = 0, evaluations = 0;
  long records = 0;
  double wall_seconds = 0;
  double real_time_factor() const { return wall_seconds > 0 ? t / wall_seconds : 0; }
  double worst_energy_error = 0;    // J
  double energy_scale = 0;          // J: the most that kinetic, potential and stored energy and work swung
  double worst_position_error = 0;  // m, rad
  double worst_velocity_error = 0;
  double impact_loss = 0;  // J
  std::vector<EventRecord> events{};
  std::vector<std::string> warnings{};
};

// Moments at which records are made: 0, interval, ..., duration; the last one may be closer.
class RecordTimes {
 public:
  // Throws std::invalid_argument for times that are not positive and for more than 1e8 records.
  explicit RecordTimes(const SimulationOptions& options);
  std::size_t size() const { return size_; }  // two or more: start and end
  double operator[](std::size_t i) const { return i + 1 < size_ ? double(i) * interval_ : duration_; }

 private:
  double interval_, duration_;
  std::size_t size_;
};

// One that was moved from can only be assigned to or destroyed.
class Simulation {
 public:
  Simulation(const Model& model, const MechanismOptions& mechanism = {},
             const SimulationOptions& options = {});

  Mechanism& mechanism() { return *mechanism_; }
  Dynamics& dynamics() { return *dynamics_; }
  const SimulationOptions& options() const { return options_; }
  Phase& phase() { return phase_; }  // where it is; set it before the run
  void set_integrator(const IntegratorOptions& options);
  void set_integrator(std::unique_ptr<Integrator> integrator);
  // Null pointers, and times that are no numbers, are refused: std::invalid_argument.
  void add(std::unique_ptr<Event> event);
  void add(TimedEvent event);
  void add(std::unique_ptr<ForceElement> force) { dynamics_->add(std::move(force)); }
  void add(std::unique_ptr<Controller> controller, double period = 0) {
    dynamics_->add(std::move(controller), period);
  }

  // Goes on from phase() until options().duration. `interrupt` becoming true ends the run after the step. Throws
  // std::invalid_argument for a phase of the wrong size or with numbers that are not finite, and for null recorders.
  SimulationReport run(std::span<Recorder* const> recorders = {},
                       const std::atomic<bool>* interrupt = nullptr);

 private:
  std::unique_ptr<Mechanism> mechanism_;
  std::unique_ptr<Dynamics> dynamics_;
  SimulationOptions options_;
  std::unique_ptr<Integrator> integrator_;
  std::vector<std::unique_ptr<Event>> events_;
  std::vector<TimedEvent> timed_;
  Phase phase_;
};

}  // namespace sinew
