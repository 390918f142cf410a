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
    throw std::invalid_argument("a duration of " + number_text(options.duration) + " s makes " +
                                number_text(records) + " records; expected 1e8 at most");
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

std::vector<double> record_times(const SimulationOptions& options) {
  check_times(options);
  const double count = std::floor(options.duration / options.record_interval + 1e-9);
  std::vector<double> times;
  times.reserve(std::size_t(count) + 2);
  for (double i = 0; i <= count; ++i)
    times.push_back(std::min(i * options.record_interval, options.duration));
  if (options.duration - times.back() > 1e-9 * options.record_interval) {
    times.push_back(options.duration);
  } else {
    times.back() = options.duration;
  }
  return times;
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

SimulationReport Simulation::run(std::span<Recorder* const> recorders, const std::atomic<bool>* interrupt) {
  if (!integrator_) set_integrator(IntegratorOptions{});
  return SimulationRun({*dynamics_, *integrator_, options_, events_, timed_, recorders, interrupt}, phase_)
      .go();
}

}  // namespace sinew
