#include "sinew/simulate/saved/saved_simulation.hpp"

#include <optional>

#include "sinew/base/number_text.hpp"
#include "sinew/simulate/run/internal/run.hpp"
#include "sinew/simulate/saved/internal/made_of.hpp"

namespace sinew {

struct SavedSimulation::Contents {
  MadeOf made_of;
  SimulationState state{};
  std::vector<double> parts{}, integrator{};
  std::optional<RunMemory> run{};  // empty: the next step starts as a run does
  double pieces_start = 0, piece = 0;
  long piece_count = 0;
};

const SimulationState& SavedSimulation::state() const {
  return contents_->state;
}

// ---- The run -------------------------------------------------------------------------------------

RunMemory SimulationRun::save() const {
  RunMemory memory{.report = report_,
                   .next_time = next_time_,
                   .next_timed = next_timed_,
                   .values = now_,
                   .start = start_,
                   .start_energy = start_energy_,
                   .start_potential = start_potential_,
                   .reach = reach_,
                   .happened = happened_,
                   .ended = ended_};
  memory.report.wall_seconds = seconds_so_far();
  memory.report.evaluations = parts_.dynamics.evaluations() - evaluations_before_;
  return memory;
}

void SimulationRun::restore(const RunMemory& memory) {
  report_ = memory.report;
  next_time_ = memory.next_time;
  next_timed_ = memory.next_timed;
  now_ = memory.values;
  start_ = memory.start;
  start_energy_ = memory.start_energy;
  start_potential_ = memory.start_potential;
  reach_ = memory.reach;
  happened_ = memory.happened;
  ended_ = memory.ended;
  const std::chrono::duration<double> spent(memory.report.wall_seconds);
  began_ = Clock::now() - std::chrono::duration_cast<Clock::duration>(spent);
  evaluations_before_ = parts_.dynamics.evaluations() - memory.report.evaluations;
}

// ---- The simulation ------------------------------------------------------------------------------

MadeOf Simulation::made_of() const {
  const Parts& own = parts();
  const MechanismOptions& options = own.mechanism->options();
  MadeOf made{.model = own.mechanism->model()};
  made.parts = {"records every " + number_text(own.options.record_interval) + " s until " +
                    number_text(own.options.duration) + " s",
                "strategy " + std::string(name_of(options.strategy)) + ", stabilisation " +
                    name_of(options.stabilisation) + ", Baumgarte rate " +
                    number_text(options.baumgarte_rate) + " 1/s" +
                    (options.rate_linear ? ", rate-linear dynamics" : "") +
                    (options.arms ? ", several arms" : ""),
                "an integrator of class " + class_name(*own.integrator)};
  own.dynamics->list_parts(made.parts);
  made.parts.push_back(counted(own.events.size(), "event"));
  for (const auto& event : own.events)
    made.parts.push_back("event '" + event->name() + "' of class " + class_name(*event));
  made.parts.push_back(counted(own.timed.size(), "timed event"));
  for (const TimedEvent& event : own.timed)
    made.parts.push_back("event '" + event.name + "' at " + number_text(event.time) + " s");
  return made;
}

std::vector<double> Simulation::memory_of_parts() const {
  const Parts& own = parts();
  StateWriter out;
  out.write_part(*own.mechanism);
  out.write_part(*own.dynamics);
  for (const auto& event : own.events) out.write_part(*event);
  return out.numbers();
}

void Simulation::restore_parts(std::span<const double> memory) {
  StateReader in(memory, "the simulation");
  in.read_part("the mechanism", mechanism());
  in.read_part("the dynamics", dynamics());
  for (const auto& event : parts().events) in.read_part("event '" + event->name() + "'", *event);
}

SavedSimulation Simulation::save() {
  require_integrator();
  StateWriter history;
  parts().integrator->save(history);
  const bool goes_on = steps_ && parts().state == left_;
  return SavedSimulation(std::make_shared<const SavedSimulation::Contents>(
      SavedSimulation::Contents{.made_of = made_of(),
                                .state = parts().state,
                                .parts = memory_of_parts(),
                                .integrator = history.numbers(),
                                .run = goes_on ? std::optional(steps_->save()) : std::nullopt,
                                .pieces_start = pieces_.start,
                                .piece = pieces_.dt,
                                .piece_count = pieces_.count}));
}

void Simulation::restore(const SavedSimulation& saved) {
  const SavedSimulation::Contents& from = *saved.contents_;
  require_integrator();
  check_same(from.made_of, made_of());
  const std::vector<double> before = memory_of_parts();
  StateReader history(from.integrator, "the integrator");
  try {
    restore_parts(from.parts);
    parts().integrator->restore(history);
    history.check_end();
  } catch (...) {  // a part does not fit, although its class does
    restore_parts(before);
    parts().integrator->start();
    throw;
  }
  parts().state = from.state;
  pieces_ = {.start = from.pieces_start, .dt = from.piece, .count = from.piece_count};
  steps_.reset();
  if (!from.run) return;
  steps_ = new_run();
  steps_->restore(*from.run);
  left_ = parts().state;
}

}  // namespace sinew
