#include "sinew/simulate/run/internal/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/chains/loops/consistent_state.hpp"
#include "sinew/simulate/run/free_fall.hpp"

namespace sinew {
namespace {

// After an event its value is at zero, and it could rise and fall again within one step. Steps after an event therefore
// start this short, in seconds, and grow.
constexpr double shortest_bounce = 1e-5;

// Joules: smaller energy errors are not reported.
constexpr double least_energy = 1e-9;

// Seconds: steps that are shorter than this on average are forced by stiff springs or dampers, not by the motion.
constexpr double crawling_step = 1e-5;
constexpr long enough_steps = 1000;  // to judge their average length

std::string in_words(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

}  // namespace

SimulationRun::SimulationRun(RunParts parts, SimulationState& state)
    : parts_(std::move(parts)),
      state_(state),
      times_(parts_.options),
      before_(parts_.events.size()),
      now_(parts_.events.size()),
      a_(state.v.size()),
      loop_forces_(parts_.dynamics.mechanism().system().chain().constraints().loops().size()),
      sensors_(parts_.dynamics.model()) {
  evaluations_before_ = parts_.dynamics.evaluations();
  report_.left_out = parts_.left_out;
  const Model& model = parts_.dynamics.model();
  edge::check_input<double>("q at the start", state.q, model.position_size());
  edge::check_input<double>("v at the start", state.v, model.velocity_size());
  for (const std::string& name : parts_.options.frames) frames_.push_back(model.frame(name));
  poses_.resize(frames_.size());
  std::stable_sort(parts_.timed.begin(), parts_.timed.end(),
                   [](const TimedEvent& a, const TimedEvent& b) { return a.time < b.time; });
}

SimulationReport SimulationRun::run() {
  start();
  if (!ended_) fail_on_overflow([&] { record(); });
  while (!ended_ && !reached(state_.t, parts_.options.duration)) {
    step(next_record_time());
    if (!ended_) fail_on_overflow([&] { record_if_due(); });
    for (Recorder* recorder : parts_.recorders) recorder->progress(state_.t);
    if (!ended_ && parts_.interrupt && parts_.interrupt->load()) {
      report_.end = RunEnd::interrupted;
      report_.why = "interrupted";
      ended_ = true;
    }
  }
  return report();
}

void SimulationRun::start() {
  fail_on_overflow([&] { prepare(); });
}

void SimulationRun::step(double t) {
  fail_on_overflow([&] { advance(t); });
}

void SimulationRun::advance_to(double t) {
  while (!ended_ && !reached(state_.t, t)) step(t);
}

void SimulationRun::forces_changed() {
  fail_on_overflow([&] { check_jump(); });
}

// Calls f, and ends the run as failed if the motion has become so fast that its energy or its loads overflow.
template <class F>
void SimulationRun::fail_on_overflow(const F& f) {
  try {
    f();
  } catch (const std::overflow_error& problem) {
    fail(problem.what());
  }
}

void SimulationRun::prepare() {
  Mechanism& mechanism = parts_.dynamics.mechanism();
  mechanism.release_yielding();  // releases the locks of an earlier run; Event::begin sets them again
  try {
    StartFit fit = fit_start(mechanism, parts_.start_ranges, state_.q, state_.v);
    report_.start_moves = std::move(fit.moves);
    report_.warnings.insert(report_.warnings.end(), fit.summaries.begin(), fit.summaries.end());
  } catch (const std::invalid_argument& problem) {
    return fail(problem.what());
  }
  const double open = mechanism.position_error(state_.q);
  if (mechanism.options().stabilisation == Stabilisation::projection) {
    if (!mechanism.project_position(state_.q))
      return fail("the loops are open by " + in_words(open) + " at the start and could not be closed");
    mechanism.project_velocity(state_.q, state_.v);
  }
  start_ = state_;
  parts_.integrator.start();
  parts_.dynamics.sample(state_);
  while (next_timed_ < parts_.timed.size() && parts_.timed[next_timed_].time < state_.t) ++next_timed_;
  for (const auto& event : parts_.events) begin(*event);
  start_potential_ = mechanism.potential_energy(state_.q);
  start_energy_ = energy();
  evaluate_guards();
  happen_at_this_time();
}

void SimulationRun::advance(double t) {
  double goal = t;
  if (next_timed_ < parts_.timed.size()) goal = std::min(goal, parts_.timed[next_timed_].time);
  goal = std::min(goal, parts_.dynamics.next_sample(state_.t));
  goal = std::min(goal, state_.t + reach_);
  saved_ = state_;
  try {
    parts_.integrator.step(parts_.dynamics, state_, goal);
    ++report_.steps;
    if (reached(state_.t, goal)) state_.t = goal;
    std::swap(before_, now_);
    evaluate_guards();
    reach_ *= 2;
    if (find_crossings()) {
      reach_ = std::min(shortest_bounce, (state_.t - saved_.t) / 64);
      locate_first_crossing(saved_);
    }
  } catch (const std::exception& problem) {
    state_ = saved_;
    return fail(problem.what());
  }
  if (!crossed_.empty()) handle_events();
  if (!ended_) happen_at_this_time();
  if (!ended_ && parts_.dynamics.sample(state_)) check_jump();
}

void SimulationRun::check_jump() {
  parts_.integrator.restart();
  std::swap(before_, now_);
  evaluate_guards();
  if (find_crossings()) handle_events();
}

SimulationReport SimulationRun::report() {
  if (report_.records == 0 || state_.t != report_.t) {
    try {
      record();
    } catch (const std::invalid_argument&) {  // a state that is not finite has no energies
    } catch (const std::overflow_error&) {
    }
  }
  report_.t = state_.t;
  report_.wall_seconds = seconds_so_far();
  report_.evaluations = parts_.dynamics.evaluations() - evaluations_before_;
  SimulationReport report = report_;
  warn(report);
  return report;
}

void SimulationRun::fail(const std::string& why) {
  report_.end = RunEnd::failed;
  report_.why = why;
  ended_ = true;
}

// ---- Records -------------------------------------------------------------------------------------

// Returns the time of the next record. Records continue at the same interval after the duration.
double SimulationRun::next_record_time() {
  while (reached(state_.t, record_time(next_time_))) ++next_time_;
  return record_time(next_time_);
}

double SimulationRun::record_time(std::size_t i) const {
  return i < times_.size()
             ? times_[i]
             : parts_.options.duration + double(i + 1 - times_.size()) * parts_.options.record_interval;
}

void SimulationRun::record_if_due() {
  if (reached(state_.t, record_time(next_time_))) record();
}

double SimulationRun::energy() {
  Mechanism& mechanism = parts_.dynamics.mechanism();
  return mechanism.kinetic_energy(state_.q, state_.v) + mechanism.potential_energy(state_.q) +
         parts_.dynamics.stored_energy(state_.t, state_.q, state_.v) + report_.impact_loss - state_.work;
}

void SimulationRun::record() {
  Mechanism& mechanism = parts_.dynamics.mechanism();
  double power = 0;
  parts_.dynamics.accelerations(state_.t, state_.q, state_.v, a_, power);
  for (std::size_t i = 0; i < loop_forces_.size(); ++i) loop_forces_[i] = mechanism.loop_force(int(i));
  targets_.clear();
  for (RecordedTarget& target : parts_.targets) target.append(state_.t, targets_);
  Sample sample{.t = state_.t,
                .q = state_.q,
                .v = state_.v,
                .a = a_,
                .actuation = parts_.dynamics.actuation(),
                .loop_forces = loop_forces_,
                .kinetic = mechanism.kinetic_energy(state_.q, state_.v),
                .potential = mechanism.potential_energy(state_.q),
                .stored = parts_.dynamics.stored_energy(state_.t, state_.q, state_.v),
                .work = state_.work,
                .impact_loss = report_.impact_loss,
                .energy_error = 0,
                .position_error = mechanism.position_error(state_.q),
                .velocity_error = mechanism.velocity_error(state_.q, state_.v),
                .frames = poses_,
                .targets = targets_};
  sample.energy_error =
      sample.kinetic + sample.potential + sample.stored + sample.impact_loss - sample.work - start_energy_;
  if (!frames_.empty()) set_position(mechanism.workspace(), state_.q);
  for (std::size_t i = 0; i < frames_.size(); ++i) poses_[i] = pose(mechanism.workspace(), frames_[i]);
  const auto [controls, actuator_forces] = parts_.dynamics.actuators();
  sample.controls = controls;
  sample.actuator_forces = actuator_forces;
  sample.sensors = sensors_.values(sample, parts_.dynamics.forces_on_bodies());
  report_.t = state_.t;
  ++report_.records;
  report_.worst_energy_error = std::max(report_.worst_energy_error, std::abs(sample.energy_error));
  report_.worst_position_error = std::max(report_.worst_position_error, sample.position_error);
  report_.worst_velocity_error = std::max(report_.worst_velocity_error, sample.velocity_error);
  for (const double part : {sample.kinetic, sample.potential - start_potential_, sample.stored, sample.work})
    report_.energy_scale = std::max(report_.energy_scale, std::abs(part));
  for (Recorder* recorder : parts_.recorders) recorder->record(sample);
}

void SimulationRun::warn(SimulationReport& report) const {
  auto& warnings = report.warnings;
  const Mechanism& mechanism = parts_.dynamics.mechanism();
  if (mechanism.options().rate_linear) {
    warnings.push_back(
        "rate-linear: forces quadratic in the velocities are left out, energy does not balance");
  } else if (report_.worst_energy_error > std::max(1e-3 * report_.energy_scale, least_energy)) {
    warnings.push_back("energy error of " + in_words(report_.worst_energy_error) + " J, in a range of " +
                       in_words(report_.energy_scale) + " J; smaller steps or tolerances would help");
  }
  if (std::string fall = free_fall(mechanism, start_, state_); !fall.empty())
    warnings.push_back(std::move(fall));
  const long steps = report_.steps - happened_;  // without those that an event cut short
  if (parts_.integrator.can_crawl() && steps > enough_steps && report_.t < double(steps) * crawling_step)
    warnings.push_back("the steps are " + in_words(report_.t / double(steps)) +
                       " s long on average, so something in this system is stiff; the integrator 'stiff' can "
                       "take longer steps");
  if (report_.worst_position_error > largest_fitting_error)
    warnings.push_back("loop constraint error of up to " + in_words(report_.worst_position_error) +
                       " (m, rad)");
  if (parts_.dynamics.worst_effort() > 1)
    warnings.push_back("controller torques exceed the motors' limits by up to a factor of " +
                       in_words(parts_.dynamics.worst_effort()));
  const bool is_whole = report_.end == RunEnd::finished && reached(report_.t, parts_.options.duration);
  for (std::size_t i = next_timed_; i < parts_.timed.size() && is_whole; ++i)
    warnings.push_back("event '" + parts_.timed[i].name + "' at " + in_words(parts_.timed[i].time) +
                       " s is after the end of the run");
}

}  // namespace sinew
