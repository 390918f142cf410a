#include "results.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>

#include "module.hpp"
#include "sinew/io/results/result_file.hpp"
#include "sinew/io/write.hpp"

namespace sinew::python {
namespace {

nb::list list_of_arrays(std::span<const ResultArray> arrays) {
  nb::list list;
  for (const ResultArray& array : arrays)
    list.append(nb::make_tuple(array.path, array.label, array.description, nb::cast(array.columns),
                               nb::cast(array.units), array.is_list));
  return list;
}

// A new array (rows, columns), or (rows,) for a list. `put(row, numbers)` copies the numbers of a row.
nb::object array_of_rows(const ResultArray& array, std::size_t rows) {
  const npy_intp shape[] = {npy_intp(rows), npy_intp(array.columns.size())};
  return new_array(NPY_DOUBLE, std::span(shape).first(array.is_list ? 1 : 2));
}

nb::object read_recorded(const RecordedRun& run, const std::string& path) {
  const std::size_t width = run.arrays().width();
  std::size_t first = 0;
  for (const ResultArray& array : run.arrays().list()) {
    const std::size_t columns = array.columns.size();
    if (array.path != path) {
      first += columns;
      continue;
    }
    nb::object made = array_of_rows(array, run.rows());
    double* to = data_of<double>(made);
    for (std::size_t row = 0; row < run.rows(); ++row)
      to = std::copy_n(run.numbers().data() + row * width + first, columns, to);
    return made;
  }
  throw std::logic_error("there is no array " + path);
}

nb::object read_stored(const ResultFile& file, const std::string& path) {
  std::vector<double> numbers;
  {
    const WithoutGil without(true);
    numbers = file.read(path, 0, file.rows());
  }
  nb::object made = array_of_rows(file.array(path), file.rows());
  std::copy(numbers.begin(), numbers.end(), data_of<double>(made));
  return made;
}

nb::list list_of(const std::vector<EventRecord>& events) {
  nb::list list;
  for (const EventRecord& event : events) list.append(nb::make_tuple(event.t, event.name, event.note));
  return list;
}

nb::dict report_of(const RecordedRun& run) {
  nb::dict report = report_dict(run.report());
  report["records"] = run.rows();
  return report;
}

nb::dict report_of(const ResultFile& file) {
  nb::dict report;
  const std::string& status = file.status();
  const auto colon = status.find(": ");
  report["end"] = status.substr(0, colon);
  report["why"] = colon == std::string::npos ? "" : status.substr(colon + 2);
  for (const auto& [name, value] : file.report()) {
    if (name == "time_reached")
      report["t"] = value;
    else if (name == "steps" || name == "evaluations")
      report[name.c_str()] = long(value);
    else
      report[name.c_str()] = value;
  }
  report["records"] = file.rows();
  report["warnings"] = file.warnings();
  report["left_out"] = file.left_out();
  report["events"] = list_of(file.events());
  return report;
}

// Returns the description as the format that loses least.
std::string written(const Description& description, std::string& suffix) {
  std::string best;
  std::size_t fewest = std::size_t(-1);
  for (const auto& [format, ending] :
       {std::pair(RobotFormat::urdf, ".urdf"), std::pair(RobotFormat::mjcf, ".xml"),
        std::pair(RobotFormat::sdf, ".sdf")}) {
    WrittenRobot robot = write_description(description, format);
    if (robot.findings.list.size() >= fewest) continue;
    fewest = robot.findings.list.size();
    best = std::move(robot.text);
    suffix = ending;
  }
  return best;
}

}  // namespace

nb::dict report_dict(const SimulationReport& report) {
  nb::dict dict;
  dict["end"] = name_of(report.end);
  dict["why"] = report.why;
  dict["t"] = report.t;
  dict["steps"] = report.steps;
  dict["evaluations"] = report.evaluations;
  dict["records"] = report.records;
  dict["wall_seconds"] = report.wall_seconds;
  dict["real_time_factor"] = report.real_time_factor();
  dict["worst_energy_error"] = report.worst_energy_error;
  dict["energy_scale"] = report.energy_scale;
  dict["worst_position_error"] = report.worst_position_error;
  dict["worst_velocity_error"] = report.worst_velocity_error;
  dict["impact_loss"] = report.impact_loss;
  nb::dict moves;
  for (const StartMove& move : report.start_moves) moves[move.joint.c_str()] = move.distance;
  dict["start_moves"] = moves;
  dict["left_out"] = report.left_out;
  dict["warnings"] = report.warnings;
  dict["events"] = list_of(report.events);
  return dict;
}

RecordedRun::RecordedRun(const Model& model, const SimulationOptions& options, ResultOrigin origin,
                         std::vector<TargetColumn> targets)
    : model_(model),
      options_(options),
      origin_(std::move(origin)),
      targets_(std::move(targets)),
      arrays_(model, options.frames, targets_) {}

void RecordedRun::record(const Sample& sample) {
  const std::size_t end = rows_.size();
  rows_.resize(end + arrays_.width());
  arrays_.fill(sample, std::span(rows_).subspan(end));
}

void RecordedRun::write(const std::filesystem::path& file) const {
  ResultRecorder recorder(file, model_, options_, origin_, targets_);
  const std::size_t width = arrays_.width();
  for (std::size_t i = 0; i < rows(); ++i) recorder.record_row(std::span(rows_).subspan(i * width, width));
  for (const EventRecord& event : report_.events) recorder.event(event);
  recorder.finish(report_);
}

ResultOrigin origin_of_robot(const Robot& robot) {
  const Model& model = robot.model();
  if (const RobotFile* const file = robot.file()) {
    Scene scene{.name = file->file.stem().string(),
                .base = file->options.base,
                .repair = file->options.repair,
                .xacro_arguments = file->options.xacro_arguments};
    scene.robots.push_back({.name = model.name(), .model = model});
    return origin_of(file->file, scene);
  }
  std::string suffix;
  std::string text = written(model.description(), suffix);
  return {.scene = model.name(), .scene_file = {.file = model.name() + suffix, .text = std::move(text)}};
}

void bind_records(nb::module_& module) {
  using nb::arg;
  nb::class_<RecordedRun>(module, "RecordedRun", "The records of a run in memory; sinew.Result reads them.")
      .def("arrays", [](const RecordedRun& self) { return list_of_arrays(self.arrays().list()); })
      .def("read", &read_recorded, arg("path"), nb::sig("def read(self, path: str) -> numpy.ndarray"))
      .def("report", [](const RecordedRun& self) { return report_of(self); })
      .def("scene", [](const RecordedRun& self) { return self.origin().scene; })
      .def("duration", [](const RecordedRun& self) { return self.options().duration; })
      .def("record_interval", [](const RecordedRun& self) { return self.options().record_interval; })
      .def("write", &RecordedRun::write, arg("file"), nb::call_guard<nb::gil_scoped_release>());
  nb::class_<ResultFile>(module, "ResultFile", "A result file; sinew.Result reads it.")
      .def(nb::init<const std::filesystem::path&>(), arg("file"))
      .def("arrays", [](const ResultFile& self) { return list_of_arrays(self.arrays()); })
      .def("read", &read_stored, arg("path"), nb::sig("def read(self, path: str) -> numpy.ndarray"))
      .def("report", [](const ResultFile& self) { return report_of(self); })
      .def("scene", &ResultFile::scene)
      .def("duration", &ResultFile::duration)
      .def("record_interval", &ResultFile::record_interval);
  module.def(
      "description_of",
      [](const Robot& robot) {
        std::string suffix;
        std::string text = written(robot.model().description(), suffix);
        return std::pair(std::move(text), suffix);
      },
      arg("robot"),
      "Returns the robot as URDF, MJCF or SDF, whichever loses least, and the ending of the file's name.");
}

}  // namespace sinew::python
