#include "sinew/io/results/result_layout.hpp"

#include <algorithm>

#include "sinew/base/number_text.hpp"
#include "sinew/version.hpp"

namespace sinew::detail {
namespace {

using hdf5::Size;

std::string in_words(const IntegratorOptions& options) {
  const std::string kind = name_of(options.kind);
  if (options.kind != IntegratorKind::adaptive && options.kind != IntegratorKind::stiff)
    return kind + ", step " + number_text(options.step.value_or(fixed_step)) + " s";
  return kind + ", relative tolerance " + number_text(options.relative_tolerance) + ", absolute tolerance " +
         number_text(options.absolute_tolerance);
}

void add_arrays(hdf5::File& file, const ResultArrays& arrays, Size rows, hdf5::Layout layout) {
  for (const ResultArray& array : arrays.list()) {
    const std::string path = "/" + array.path;
    std::vector<Size> shape{rows};
    if (!array.is_list) shape.push_back(array.columns.size());
    file.add_numbers(path, shape, layout);
    file.describe(path, "description", array.description);
    file.describe(path, "label", array.label);
    file.describe(path, "columns", array.columns);
    file.describe(path, "units", array.units);
  }
}

void add_events(hdf5::File& file, const EventTable& table) {
  std::vector<double> times;
  std::vector<std::string> names, notes;
  for (const EventRecord& event : table.events) {
    times.push_back(event.t);
    names.push_back(event.name);
    notes.push_back(event.note);
  }
  file.add_whole_number("/events/count", times.size());
  file.describe("/events/count", "description", "number of valid entries in time, name and note");
  file.add_numbers("/events/time", {table.capacity}, hdf5::Layout::one_piece);
  if (!times.empty()) file.write_rows("/events/time", 0, times.size(), times);
  file.describe("/events/time", "description", "time of the event");
  file.describe("/events/time", "units", std::vector<std::string>{"s"});
  file.add_texts("/events/name", table.capacity, table.name_room, names);
  file.describe("/events/name", "description", "name of the event");
  file.add_texts("/events/note", table.capacity, table.note_room, notes);
  file.describe("/events/note", "description", "details");
}

// Model files are stored under numbers, so that a path on the user's machine cannot break the structure of the file.
void add_origin(hdf5::File& file, const ResultOrigin& origin) {
  file.add_text("/scene/text", origin.scene_file.text);
  file.describe("/scene/text", "file", origin.scene_file.file);
  file.describe("/scene/text", "description", "copy of the file that was simulated");
  file.describe("/scene/text", "base", name_of(origin.base));
  file.describe("/scene/text", "repair", name_of(origin.repair));
  std::string arguments;
  for (const auto& [name, value] : origin.xacro_arguments) arguments += name + ":=" + value + "\n";
  if (!arguments.empty()) file.describe("/scene/text", "xacro_arguments", arguments);
  const auto describe_edits = [&file](const char* kind, const std::vector<std::string>& texts) {
    if (!texts.empty()) file.describe("/scene/text", kind, texts);
  };
  describe_edits("lock", origin.edits.lock);
  describe_edits("payload", origin.edits.payload);
  describe_edits("cut", origin.edits.cut);
  for (std::size_t i = 0; i < origin.models.size(); ++i) {
    const std::string path = "/scene/models/" + std::to_string(i + 1);
    file.add_text(path, origin.models[i].text);
    file.describe(path, "file", origin.models[i].file);
    file.describe(path, "description", "copy of a model file of the scene");
  }
}

}  // namespace

EventTable table_of(const std::vector<EventRecord>& events) {
  EventTable table{.events = events, .capacity = events.size()};
  for (const EventRecord& event : events) {
    table.name_room = std::max<Size>(table.name_room, event.name.size());
    table.note_room = std::max<Size>(table.note_room, event.note.size());
  }
  return table;
}

void lay_out(hdf5::File& file, const ResultArrays& arrays, Size rows, Size valid, hdf5::Layout layout,
             const ResultOrigin& origin, const SimulationOptions& options, const EventTable& events,
             const std::string& status) {
  file.describe("/", "format", format_name);
  file.describe("/", "sinew_version", version);
  file.describe("/", "scene", origin.scene);
  file.describe("/", "integrator", in_words(origin.integrator));
  file.describe("/", "duration", options.duration);
  file.describe("/", "record_interval", options.record_interval);
  file.add_text("/status", status, status_room);
  file.describe("/status", "description",
                "how the run ended: finished, stopped by event, interrupted, failed; running: still running, "
                "or killed");
  file.add_whole_number("/rows", valid);
  file.describe("/rows", "description", "number of valid rows of the arrays; later rows are NaN");
  add_arrays(file, arrays, rows, layout);
  add_events(file, events);
  add_origin(file, origin);
}

std::vector<std::pair<const char*, double>> report_numbers(const SimulationReport& report) {
  return {{"time_reached", report.t},
          {"steps", double(report.steps)},
          {"evaluations", double(report.evaluations)},
          {"wall_seconds", report.wall_seconds},
          {"real_time_factor", report.real_time_factor()},
          {"worst_energy_error", report.worst_energy_error},
          {"energy_scale", report.energy_scale},
          {"worst_position_error", report.worst_position_error},
          {"worst_velocity_error", report.worst_velocity_error},
          {"impact_loss", report.impact_loss}};
}

void add_report(hdf5::File& file, const SimulationReport& report) {
  for (const auto& [name, value] : report_numbers(report)) file.describe("/", name, value);
  file.describe("/", "left_out", report.left_out);
  file.describe("/", "warnings", report.warnings);
}

std::string status_of(const SimulationReport& report) {
  const std::string end = name_of(report.end);
  const bool says_why = report.end == RunEnd::stopped_by_event || report.end == RunEnd::failed;
  return says_why && !report.why.empty() ? end + ": " + report.why : end;
}

}  // namespace sinew::detail
