// Simulates a mechanism: integrates its motion, handles events, passes samples to recorders, and reports energy-balance
// and constraint errors.
//
// Steps end exactly at the times of records, controller samples and timed events. If the value of an event falls to
// zero or below during a step, the step is repeated from its start to the time of that zero crossing, which is found
// by regula falsi (the Illinois method) to within the rounding of time; then the event is handled.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sinew/simulate/controllers/recorded_target.hpp"
#include "sinew/simulate/events/event.hpp"
#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/run/fit_start.hpp"
#include "sinew/simulate/saved/saved_simulation.hpp"

namespace sinew {

// One record of a run. The views are valid only during the call of the recorder.
struct Sample {
  double t;
  std::span<const double> q, v, a;
  std::span<const double> actuation;           // joint torques of controllers and constant torques
  std::span<const Force<double>> loop_forces;  // on the second ends by the first, in the second ends' axes
  double kinetic, potential, stored, work, impact_loss;  // J
  double energy_error;  // kinetic + potential + stored + impact_loss - work, minus its value at the start
  double position_error, velocity_error;      // largest error of any constraint row
  std::span<const Transform<double>> frames;  // poses of SimulationOptions::frames in the world
  std::span<const double> controls{},
      actuator_forces{};              // of all actuators of the model; zero if nothing drives them
  std::span<const double> sensors{};  // values of all sensors of the model
  std::span<const double> targets{};  // of controllers, one for each of Simulation::target_columns()
};

struct EventRecord {
  double t = 0;
  std::string name{}, note{};
};

// Receives the results of a run, for example to write a file or to show progress. Throwing an exception ends the run.
class Recorder {
 public:
  virtual ~Recorder() = default;
  virtual void record(const Sample& sample) = 0;  // at regular times, including start and end
  virtual void event(const EventRecord&) {}
  virtual void progress(double) {}  // after every step: the time reached
};

struct SimulationOptions {
  double duration = 10;
  double record_interval = 0.01;
  std::vector<std::string> frames{};  // whose poses are recorded
  long max_events = 100'000;          // a run with more events fails: it is assumed to rattle forever
};

enum class RunEnd { finished, stopped_by_event, interrupted, failed };
const char* name_of(RunEnd end);

struct SimulationReport {
  RunEnd end = RunEnd::finished;
  std::string why{};  // the reason, if the run did not finish
  double t = 0;       // time reached
  long steps = 0, evaluations = 0;
  long records = 0;
  double wall_seconds = 0;
  double real_time_factor() const { return wall_seconds > 0 ? t / wall_seconds : 0; }
  double worst_energy_error = 0;    // J
  double energy_scale = 0;          // J: largest kinetic, potential (since the start), stored energy or work
  double worst_position_error = 0;  // m, rad
  double worst_velocity_error = 0;
  double impact_loss = 0;                // J
  std::vector<StartMove> start_moves{};  // joints that were moved so that the start fits limits and loops
  std::vector<std::string>
      left_out{};  // parts of the model that the simulation leaves out: "contacts of 12 shapes"
  std::vector<EventRecord> events{};
  std::vector<std::string> warnings{};
};

// The times of the records: 0, interval, 2 interval, ..., duration; the last interval may be shorter.
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

class SimulationRun;
struct RunParts;
struct MadeOf;

// A mechanism with its loads, events and integrator: simulated in one run, or step by step in a loop of the caller's.
// A moved-from object can be assigned to or destroyed; everything else throws std::logic_error.
class Simulation {
 public:
  Simulation(const Model& model, const MechanismOptions& mechanism = {},
             const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  Mechanism& mechanism() { return *parts().mechanism; }
  Dynamics& dynamics() { return *parts().dynamics; }
  const SimulationOptions& options() const { return parts().options; }
  SimulationState& state() { return parts().state; }  // the current state; change it before or between steps
  double time() const { return parts().state.t; }
  void set_integrator(const IntegratorOptions& options);
  void set_integrator(std::unique_ptr<Integrator> integrator);
  // The add functions throw std::invalid_argument for null pointers and for times that are NaN.
  void add(std::unique_ptr<Event> event);
  void add(TimedEvent event);
  void add(std::unique_ptr<ForceElement> force);
  void add(std::unique_ptr<Controller> controller, double period = 0);
  // Sets the ranges that the start must lie in (simulate/run/fit_start.hpp).
  void limit_start(std::vector<JointRange> ranges);
  // Names what this simulation leaves out of the model, for the report.
  void leave_out(std::vector<std::string> what);

  // Adds the target of a controller to the records.
  void record_target(RecordedTarget target);
  // The names and units of the recorded targets, in the order of Sample::targets. A name that is taken gets a number.
  std::vector<TargetColumn> target_columns() const;

  // Simulates from state() until options().duration. If `interrupt` becomes true, the run ends after the current step.
  // Throws std::invalid_argument for a state of the wrong size or with numbers that are not finite, and for null
  // recorders.
  SimulationReport run(std::span<Recorder* const> recorders = {},
                       const std::atomic<bool>* interrupt = nullptr);

  // Step by step: to time t, by dt, or by one step of the integrator. Events, samples of controllers and the ends of
  // steps are those of run(), bit for bit, if t is a time at which run() ends a step too: a multiple of
  // options().record_interval, or of dt if that is the interval. options().duration has no effect, and nothing is
  // recorded. The first call, and a call after state() was changed or something was added, starts as run() does: it
  // projects the state onto the loops and begins the events.
  //
  // Returns false if an event stopped the simulation; then further calls do nothing until reset() or a change of
  // state(). Throws std::runtime_error if a step fails, and leaves the state before that step; std::invalid_argument
  // for a time that is not finite or lies before time(), and for a state of the wrong size.
  bool advance_to(double t);
  bool advance_by(double dt);
  bool step();
  // Joint torques in addition to those of controllers, constant until the next call. Zero at the beginning.
  void set_torques(In<double> tau);
  // Call it after a controller or force element was changed between steps, such as ActuatorControl::set_controls: the
  // integrator restarts, and events that the change triggers happen.
  void forces_changed();
  // Continues from another state, also with another time.
  void reset(SimulationState state);
  // Steps, events and warnings since the start of the steps, with the energy and constraint errors of the current
  // state.
  SimulationReport report();

  // Saves everything that later steps depend on (simulate/saved/saved_simulation.hpp). Call it between steps, not from
  // events, controllers or recorders. The steps after restore() are those after save(), bit for bit. They are also
  // those of a simulation that was never saved, unless the integrator's history cannot be copied: with `stiff`, save()
  // and restore() discard it.
  SavedSimulation save();
  // Continues where this simulation, or another one that was made in the same way, was saved. Throws
  // std::invalid_argument if that simulation has another robot, other options or other parts (integrator, controllers,
  // force elements, events), and leaves this one as it is. Forces of loops and locks, and Dynamics::actuation, are
  // those of the next evaluation.
  void restore(const SavedSimulation& saved);

 private:
  struct Parts {  // at addresses that stay when the simulation is moved
    SimulationOptions options;
    std::unique_ptr<Mechanism> mechanism;
    std::unique_ptr<Dynamics> dynamics;
    std::unique_ptr<Integrator> integrator{};
    std::vector<std::unique_ptr<Event>> events{};
    std::vector<TimedEvent> timed{};
    SimulationState state{};
    std::vector<JointRange> start_ranges{};
    std::vector<std::string> left_out{};
    std::vector<RecordedTarget> targets{};
  };
  // Equal pieces of time: their ends are multiples, so that rounding errors do not add up.
  struct Pieces {
    double start = 0, dt = 0;
    long count = 0;
    double end() const { return start + double(count) * dt; }
  };
  Parts& parts() const;
  void require_integrator();  // sets the default if there is none
  RunParts parts_of_run(std::span<Recorder* const> recorders, const std::atomic<bool>* interrupt);
  std::unique_ptr<SimulationRun> new_run();
  SimulationRun& running();
  bool after_steps();
  MadeOf made_of() const;
  std::vector<double> memory_of_parts() const;  // mechanism, dynamics and events
  void restore_parts(std::span<const double> memory);

  std::unique_ptr<Parts> parts_;
  std::unique_ptr<SimulationRun> steps_;  // null before the first step
  SimulationState left_{};                // by the last step
  Pieces pieces_{};
};

}  // namespace sinew
