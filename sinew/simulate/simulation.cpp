#include "sinew/simulate/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/base/check_number.hpp"
#include "sinew/base/number_text.hpp"
#include "sinew/simulate/run/internal/run.hpp"

namespace sinew {
namespace {

constexpr double most_records = 1e8;

void check_times(const SimulationOptions& options) {
  edge::check_positive("the duration", options.duration);
  edge::check_positive("the interval of records", options.record_interval);
  const double records = options.duration / options.record_interval;
  if (records > most_records)
    throw std::invalid_argument(
        "a duration of " + number_text(options.duration) + " s with a record every " +
        number_text(options.record_interval) + " s makes " + number_text(records) +
        " records; expected 1e8 at most: a longer interval of records (record: {interval: " +
        number_text(options.duration / most_records) + "} or more), or a shorter duration");
}

}  // namespace

const char* name_of(RunEnd end) {
  switch (end) {
    case RunEnd::finished:
      return "finished";
    case RunEnd::stopped_by_event:
      return "stopped by event";
    case RunEnd::interrupted:
      return "interrupted";
    case RunEnd::failed:
      return "failed";
  }
  return "";
}

RecordTimes::RecordTimes(const SimulationOptions& options)
    : interval_(options.record_interval), duration_(options.duration) {
  check_times(options);
  // A remainder after the last whole interval adds a record, unless it is only a rounding error.
  const double whole = std::floor(duration_ / interval_ + 1e-9);
  const bool has_rest = whole == 0 || duration_ - whole * interval_ > 1e-9 * interval_;
  size_ = std::size_t(whole) + (has_rest ? 2 : 1);
}

Simulation::Simulation(const Model& model, const MechanismOptions& mechanism,
                       const SimulationOptions& options)
    : parts_(std::make_unique<Parts>(Parts{.options = options,
                                           .mechanism = std::make_unique<Mechanism>(model, mechanism),
                                           .dynamics = nullptr})) {
  edge::check_possible("Simulation", model);
  parts_->dynamics = std::make_unique<Dynamics>(*parts_->mechanism);
  check_times(options);
  const Model& own = parts_->mechanism->model();
  for (const std::string& frame : options.frames) own.frame(frame);
  parts_->state.q = own.initial_position();
  parts_->state.v.resize(std::size_t(own.velocity_size()));
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

auto Simulation::parts() const -> Parts& {
  if (!parts_) edge::moved_from("the simulation");
  return *parts_;
}

void Simulation::set_integrator(const IntegratorOptions& options) {
  set_integrator(make_integrator(mechanism().model(), options));
}

void Simulation::set_integrator(std::unique_ptr<Integrator> integrator) {
  if (!integrator) throw std::invalid_argument("the integrator is null");
  steps_.reset();
  parts().integrator = std::move(integrator);
}

void Simulation::require_integrator() {
  if (!parts().integrator) set_integrator(IntegratorOptions{});
}

void Simulation::add(std::unique_ptr<Event> event) {
  if (!event) throw std::invalid_argument("an event is null");
  steps_.reset();
  parts().events.push_back(std::move(event));
}

void Simulation::add(TimedEvent event) {
  if (std::isnan(event.time))
    throw std::invalid_argument("the time of event '" + event.name + "' is not a number");
  steps_.reset();
  parts().timed.push_back(std::move(event));
}

void Simulation::add(std::unique_ptr<ForceElement> force) {
  steps_.reset();
  dynamics().add(std::move(force));
}

void Simulation::add(std::unique_ptr<Controller> controller, double period) {
  steps_.reset();
  dynamics().add(std::move(controller), period);
}

void Simulation::limit_start(std::vector<JointRange> ranges) {
  steps_.reset();
  parts().start_ranges = std::move(ranges);
}

void Simulation::leave_out(std::vector<std::string> what) {
  parts().left_out = std::move(what);
}

void Simulation::record_target(RecordedTarget target) {
  steps_.reset();
  parts().targets.push_back(std::move(target));
}

std::vector<TargetColumn> Simulation::target_columns() const {
  std::vector<TargetColumn> all;
  for (const RecordedTarget& target : parts().targets) {
    for (TargetColumn column : target.columns()) {
      const std::string name = column.name;
      const auto is_taken = [&](const TargetColumn& other) { return other.name == column.name; };
      for (int copy = 2; std::any_of(all.begin(), all.end(), is_taken); ++copy)
        column.name = name + " " + std::to_string(copy);
      all.push_back(std::move(column));
    }
  }
  return all;
}

RunParts Simulation::parts_of_run(std::span<Recorder* const> recorders, const std::atomic<bool>* interrupt) {
  Parts& own = parts();
  return {.dynamics = dynamics(),
          .integrator = *own.integrator,
          .options = own.options,
          .events = own.events,
          .timed = own.timed,
          .start_ranges = own.start_ranges,
          .left_out = own.left_out,
          .targets = own.targets,
          .recorders = recorders,
          .interrupt = interrupt};
}

SimulationReport Simulation::run(std::span<Recorder* const> recorders, const std::atomic<bool>* interrupt) {
  if (std::find(recorders.begin(), recorders.end(), nullptr) != recorders.end())
    throw std::invalid_argument("a recorder is null");
  require_integrator();
  steps_.reset();
  return SimulationRun(parts_of_run(recorders, interrupt), parts().state).run();
}

// ---- Step by step --------------------------------------------------------------------------------

std::unique_ptr<SimulationRun> Simulation::new_run() {
  return std::make_unique<SimulationRun>(parts_of_run({}, nullptr), parts().state);
}

SimulationRun& Simulation::running() {
  require_integrator();
  if (!steps_ || parts().state != left_) {
    steps_ = new_run();
    steps_->start();
    left_ = parts().state;
  }
  return *steps_;
}

// Notes the state that the steps left, and throws if one of them failed. Returns whether the simulation can go on.
bool Simulation::after_steps() {
  left_ = parts().state;
  if (const std::string* why = steps_->failure()) {
    const std::string message = *why;
    steps_.reset();
    throw std::runtime_error(message);
  }
  return !steps_->ended();
}

bool Simulation::advance_to(double t) {
  if (!std::isfinite(t) || t < time())
    throw std::invalid_argument("cannot advance from t = " + number_text(time()) + " s to t = " +
                                number_text(t) + " s; expected a finite time that is not before");
  running().advance_to(t);
  return after_steps();
}

bool Simulation::advance_by(double dt) {
  const bool go_on = dt == pieces_.dt && reached(time(), pieces_.end()) && reached(pieces_.end(), time());
  if (!go_on) pieces_ = {.start = time(), .dt = dt, .count = 0};
  ++pieces_.count;
  return advance_to(pieces_.end());
}

bool Simulation::step() {
  SimulationRun& run = running();
  if (!run.ended()) run.step(run.next_record_time());
  return after_steps();
}

void Simulation::set_torques(In<double> tau) {
  dynamics().set_sampled_torques(tau);
  forces_changed();
}

void Simulation::forces_changed() {
  if (!steps_ || parts().state != left_) return;
  if (!steps_->ended()) steps_->forces_changed();
  after_steps();
}

void Simulation::reset(SimulationState state) {
  const Model& model = mechanism().model();
  edge::check_input<double>("q", state.q, model.position_size());
  edge::check_input<double>("v", state.v, model.velocity_size());
  if (!std::isfinite(state.t) || !std::isfinite(state.work))
    throw std::invalid_argument("the time or the work of the state is not finite");
  steps_.reset();
  dynamics().forget_samples();
  parts().state = std::move(state);
}

SimulationReport Simulation::report() {
  return running().report();
}

}  // namespace sinew
