// Writes the report of `sinew simulate`, as text or as one JSON object.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "apps/cli/json_text.hpp"
#include "apps/cli/simulate.hpp"

namespace sinew::cli {
namespace {

constexpr std::size_t most_events = 12;

bool has_tolerances(const IntegratorOptions& integrator) {
  return integrator.kind == IntegratorKind::adaptive || integrator.kind == IntegratorKind::stiff;
}

std::string in_words(const IntegratorOptions& integrator) {
  if (has_tolerances(integrator))
    return fmt::format("{}, tolerances {:g} relative, {:g} absolute", name_of(integrator.kind),
                       integrator.relative_tolerance, integrator.absolute_tolerance);
  return fmt::format("{}, steps of {:g} s", name_of(integrator.kind), integrator.step.value_or(fixed_step));
}

std::string end_in_words(const SimulationReport& report) {
  switch (report.end) {
    case RunEnd::finished:
      return fmt::format("finished at t = {:.6g} s", report.t);
    case RunEnd::stopped_by_event:
      return fmt::format("stopped by event '{}' at t = {:.6g} s", report.why, report.t);
    case RunEnd::interrupted:
      return fmt::format("interrupted at t = {:.6g} s", report.t);
    case RunEnd::failed:
      return fmt::format("FAILED at t = {:.6g} s: {}", report.t, report.why);
  }
  return "";
}

std::string speed_in_words(const SimulationReport& report) {
  return fmt::format("{:.3g} s ({:.3g}x real time)", report.wall_seconds, report.real_time_factor());
}

std::string drift_in_words(const SimulationReport& report) {
  std::string text = fmt::format("{:.2g} J", report.worst_energy_error);
  if (report.energy_scale > 0)
    text += fmt::format(" ({:.2g} of the {:.4g} J range)", report.worst_energy_error / report.energy_scale,
                        report.energy_scale);
  if (report.impact_loss > 0) text += fmt::format("; {:.4g} J lost in impacts", report.impact_loss);
  return text;
}

// Lists all events, or, if there are many, how often each event happened.
std::string events_in_words(const std::vector<EventRecord>& events) {
  std::vector<std::string> lines;
  if (events.size() <= most_events) {
    for (const EventRecord& event : events)
      lines.push_back(fmt::format("{}{}{} at t = {:.6g} s", event.name, event.note.empty() ? "" : ", ",
                                  event.note, event.t));
  } else {
    struct Times {
      long count = 0;
      double first = 0, last = 0;
    };
    std::map<std::string, Times> kinds;
    for (const EventRecord& event : events) {
      Times& times = kinds[event.name];
      if (times.count++ == 0) times.first = event.t;
      times.last = event.t;
    }
    for (const auto& [name, times] : kinds)
      lines.push_back(fmt::format("{}: {} events from t = {:.6g} s to {:.6g} s", name, times.count,
                                  times.first, times.last));
  }
  std::string text;
  for (const std::string& line : lines)
    text += fmt::format("  {:<15} {}\n", text.empty() ? "events" : "", line);
  return text;
}

}  // namespace

std::string simulation_text(const Simulated& run) {
  const SimulationReport& report = run.report;
  const std::pair<const char*, std::string> lines[] = {
      {"end", end_in_words(report)},
      {"integrator", in_words(run.plan.integrator)},
      {"steps",
       fmt::format("{}, with {} evaluations of the accelerations", report.steps, report.evaluations)},
      {"time taken", speed_in_words(report)},
      {"energy drift", drift_in_words(report)}};
  std::string text = fmt::format("simulation of {}: {:g} s\n\n", run.scene, run.plan.options.duration);
  for (const auto& [title, words] : lines) text += fmt::format("  {:<15} {}\n", title, words);
  if (!report.left_out.empty())
    text += fmt::format("  {:<15} {}\n", "left out", fmt::join(report.left_out, "; "));
  if (report.worst_position_error > 0 || report.worst_velocity_error > 0)
    text += fmt::format("  {:<15} worst error {:.2g} (m, rad), {:.2g} (m/s, rad/s)\n", "constraints",
                        report.worst_position_error, report.worst_velocity_error);
  text += events_in_words(report.events);
  if (!run.result.empty())
    text += fmt::format("  {:<15} {}, {} records\n", "result", run.result, report.records);
  if (!run.older.empty())
    text += fmt::format("  {:<15} {}, from an earlier run, is unchanged\n", "", run.older);
  if (!run.csv.empty()) text += fmt::format("  {:<15} {}\n", "table", run.csv);
  if (!run.page.empty()) text += fmt::format("  {:<15} {}\n", "page", run.page);
  for (const std::string& warning : report.warnings) text += fmt::format("  {:<15} {}\n", "warning", warning);
  return text;
}

std::string simulation_json(const Simulated& run) {
  const SimulationReport& report = run.report;
  const IntegratorOptions& integrator = run.plan.integrator;
  Json events = Json::array();
  for (const EventRecord& event : report.events)
    events.push_back({{"time", event.t}, {"name", event.name}, {"note", event.note}});
  Json moves = Json::array();
  for (const StartMove& move : report.start_moves)
    moves.push_back({{"joint", move.joint}, {"distance", move.distance}});
  Json stepping{{"kind", name_of(integrator.kind)}};
  if (integrator.step) stepping["step"] = *integrator.step;
  if (has_tolerances(integrator)) {
    stepping["relative_tolerance"] = integrator.relative_tolerance;
    stepping["absolute_tolerance"] = integrator.absolute_tolerance;
  } else {
    stepping["step"] = integrator.step.value_or(fixed_step);
  }
  const Json json{{"scene", run.scene},
                  {"end", name_of(report.end)},
                  {"why", report.why},
                  {"duration", run.plan.options.duration},
                  {"time", report.t},
                  {"integrator", std::move(stepping)},
                  {"steps", report.steps},
                  {"evaluations", report.evaluations},
                  {"records", report.records},
                  {"wall_seconds", report.wall_seconds},
                  {"real_time_factor", report.real_time_factor()},
                  {"energy_error", report.worst_energy_error},
                  {"energy_scale", report.energy_scale},
                  {"impact_loss", report.impact_loss},
                  {"position_error", report.worst_position_error},
                  {"velocity_error", report.worst_velocity_error},
                  {"left_out", report.left_out},
                  {"start_moves", std::move(moves)},
                  {"events", std::move(events)},
                  {"warnings", report.warnings},
                  {"result", run.result.empty() ? Json() : Json(run.result)},
                  {"csv", run.csv.empty() ? Json() : Json(run.csv)},
                  {"html", run.page.empty() ? Json() : Json(run.html)}};
  return text_of(json);
}

}  // namespace sinew::cli
