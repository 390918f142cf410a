#include "sinew/simulate/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sinew/model/check_number.hpp"
#include "sinew/model/number_text.hpp"
#include "sinew/simulate/run.hpp"

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
    : mechanism_(std::make_unique<Mechanism>(model, mechanism)),
      dynamics_(std::make_unique<Dynamics>(*mechanism_)),
      options_(options) {
  check_times(options);
  for (const std::string& frame : options.frames) mechanism_->model().frame(frame);
  phase_.q = mechanism_->model().initial_position();
  phase_.v.resize(std::size_t(mechanism_->model().velocity_size()));
}

void Simulation::set_integrator(const IntegratorOptions& options) {
  integrator_ = make_integrator(mechanism_->model(), options);
}

void Simulation::set_integrator(std::unique_ptr<Integrator> integrator) {
  if (!integrator) throw std::invalid_argument("the integrator is null");
  integrator_ = std::move(integrator);
}

void Simulation::add(std::unique_ptr<Event> event) {
  if (!event) throw std::invalid_argument("an event is null");
  events_.push_back(std::move(event));
}

void Simulation::add(TimedEvent event) {
  if (std::isnan(event.time))
    throw std::invalid_argument("the time of event '" + event.name + "' is not a number");
  timed_.push_back(std::move(event));
}

SimulationReport Simulation::run(std::span<Recorder* const> recorders, const std::atomic<bool>* interrupt) {
  if (std::find(recorders.begin(), recorders.end(), nullptr) != recorders.end())
    throw std::invalid_argument("a recorder is null");
  if (!integrator_) set_integrator(IntegratorOptions{});
  return SimulationRun({*dynamics_, *integrator_, options_, events_, timed_, recorders, interrupt}, phase_)
      .go();
}

}  // namespace sinew
