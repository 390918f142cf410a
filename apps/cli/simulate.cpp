#include "apps/cli/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "apps/cli/errors.hpp"
#include "apps/cli/inputs.hpp"
#include "apps/cli/output_check.hpp"
#include "apps/cli/page_file.hpp"
#include "apps/cli/progress.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/results/result_csv.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

double positive(const char* option, double value) {
  if (value > 0 && std::isfinite(value)) return value;
  throw RequestError(fmt::format("{}: {} was given; expected a number above zero", option, value));
}

// A force of the model that --without leaves out, by its key in scenes.
struct ModelForce {
  const char* key;
  bool SimulationPlan::*acts;
};
constexpr ModelForce model_forces[] = {{"joint_damping", &SimulationPlan::joint_damping},
                                       {"joint_springs", &SimulationPlan::joint_springs},
                                       {"tendon_damping", &SimulationPlan::tendon_damping},
                                       {"tendon_springs", &SimulationPlan::tendon_springs},
                                       {"dry_friction", &SimulationPlan::dry_friction},
                                       {"gravity_compensation", &SimulationPlan::gravity_compensation}};

LimitKind limit_kind(const std::string& name) {
  if (name == "none") return LimitKind::none;
  if (name == "soft") return LimitKind::soft;
  if (name == "hard") return LimitKind::hard;
  throw RequestError("--limits: " + unknown_name("kind", name, {"none", "soft", "hard"}));
}

void apply_switches(const SimulateRequest& request, SimulationPlan& plan) {
  for (const std::string& key : request.without) {
    const auto found = std::find_if(std::begin(model_forces), std::end(model_forces),
                                    [&](const ModelForce& force) { return key == force.key; });
    if (found == std::end(model_forces))
      throw RequestError("--without: " + unknown_name("force", key, model_force_names()));
    plan.*found->acts = false;
  }
  if (request.limits) plan.limits.kind = limit_kind(*request.limits);
  if (request.effort_limits) plan.effort_limits = true;
}

void apply_options(const SimulateRequest& request, SimulationPlan& plan) {
  IntegratorOptions& integrator = plan.integrator;
  if (request.duration) plan.options.duration = positive("--duration", *request.duration);
  if (request.integrator) {
    const auto kind = integrator_kind(*request.integrator);
    if (!kind) throw RequestError(unknown_name("integrator", *request.integrator, integrator_names()));
    if (*kind != integrator.kind) integrator = {.kind = *kind};
  }
  if (request.step) integrator.step = positive("--step", *request.step);
  if (!request.tolerance) return;
  if (integrator.kind != IntegratorKind::adaptive && integrator.kind != IntegratorKind::stiff)
    throw RequestError(fmt::format("--tolerance: {} has fixed steps; expected --integrator adaptive or stiff",
                                   name_of(integrator.kind)));
  integrator.relative_tolerance = positive("--tolerance", *request.tolerance);
  integrator.absolute_tolerance = 0.01 * integrator.relative_tolerance;
}

// Applies the options that only a robot has, because a scene says the same itself.
void apply_robot_options(const SimulateRequest& request, Scene& scene) {
  if (!request.start && !request.actuators) return;
  if (is_scene_file(request.model.file)) {
    throw RequestError(fmt::format(
        "{}: {} is a scene; write {} in it", request.start ? "--start" : "--actuators", request.model.file,
        request.start ? "q: NAME" : "controllers: [{kind: actuators}] under simulation"));
  }
  SceneRobot& robot = scene.robots.at(0);
  if (request.start) {
    try {
      robot.state.q = robot.model.named_position(*request.start);
    } catch (const std::invalid_argument& unknown) {
      throw RequestError(std::string("--start: ") + unknown.what());
    }
    robot.position = *request.start;
  }
  if (!request.actuators) return;
  const auto& actuators = robot.model.description().actuators;
  if (actuators.empty())
    throw RequestError(fmt::format("--actuators: {} has no actuators", request.model.file));
  ActuatorPlan plan;
  const std::vector<double> controls = controls_at_start(robot);
  for (std::size_t i = 0; i < actuators.size(); ++i)
    plan.controls.emplace_back(actuators[i].name, controls[i]);
  scene.simulation.controllers.push_back({.law = std::move(plan)});
}

// Returns a note if the file of another run, still going on or killed, has the usual temporary name; that file is kept.
std::string note_of_others(const detail::PendingFile& output) {
  const fs::path first = detail::name_beside(output.place(), "partial");
  if (output.current() == first) return {};
  return fmt::format("sinew: {} belongs to another run (running or killed); writing {} instead\n",
                     first.string(), output.current().string());
}

std::vector<Output> outputs_of(const SimulateRequest& request, const std::string& result) {
  std::vector<Output> outputs{{request.output ? "-o" : "the result", result, OutputKind::result}};
  if (request.csv) outputs.push_back({"--csv", *request.csv, OutputKind::table});
  if (request.html) outputs.push_back({"--html", *request.html, OutputKind::page});
  return outputs;
}

// Closes the files of a run that failed and keeps the records written so far.
void tell_of_failure(ResultRecorder& result, std::optional<CsvRecorder>& csv, const std::string& why) {
  try {
    result.finish({.end = RunEnd::failed, .why = why});
    if (csv) csv->finish(RunEnd::failed);
  } catch (const OutputError&) {  // only the first of two failures is reported
  }
}

// Updates the names of the files that could not take the names given by the user.
void take_names(const ResultRecorder& result, const std::optional<CsvRecorder>& csv, Simulated& run) {
  if (!result.output().is_in_place()) {
    run.older = run.result;
    run.result = result.output().current().string();
  }
  if (csv && !csv->output().is_in_place()) run.csv = csv->output().current().string();
}

std::string default_result(const std::string& scene) {
  return (scene == standard_input ? "stdin" : fs::path(scene).stem().string()) + ".h5";
}

// Writes the page. A failure is only noted, because the result is already complete.
void write_page_of(Simulated& run, const SimulateRequest& request) {
  try {
    const fs::path files[] = {run.result};
    ReadOptions reading;
    reading.package_folders = read_options(request.model).package_folders;
    run.page = write_page(viewer::Page(files, {.reading = reading}), run.html);
  } catch (const std::exception& problem) {
    run.page_problem = problem.what();
  }
}

}  // namespace

std::vector<std::string> integrator_names() {
  using enum IntegratorKind;
  std::vector<std::string> names;
  for (const auto kind : {semi_implicit_euler, rk4, rkmk4, variational, adaptive, stiff})
    names.emplace_back(name_of(kind));
  return names;
}

std::vector<std::string> model_force_names() {
  std::vector<std::string> names;
  for (const ModelForce& force : model_forces) names.emplace_back(force.key);
  return names;
}

Simulated simulate(const SimulateRequest& request, std::string& notes) {
  return simulate(
      request, notes, [](Scene&, const Interrupt&) {}, [](Simulation&) {});
}

Simulated simulate(const SimulateRequest& request, std::string& notes,
                   const std::function<void(Scene&, const Interrupt&)>& change,
                   const std::function<void(Simulation&)>& add) {
  const Interrupt interrupt;  // from the beginning, also while files are read
  if (request.html) page_bundle();
  Scene scene = open_scene_or_model(request.model, notes);
  apply_options(request, scene.simulation);
  apply_switches(request, scene.simulation);
  apply_robot_options(request, scene);
  const SimulationPlan& plan = scene.simulation;
  Simulated run{.scene = scene.name,
                .plan = plan,
                .report = {},
                .result = request.output.value_or(default_result(request.model.file)),
                .csv = request.csv.value_or(""),
                .html = request.html.value_or(""),
                .older = {},
                .page = {},
                .page_problem = {}};
  check_outputs(outputs_of(request, run.result), std::vector{request.model.file});
  change(scene, interrupt);
  run.plan = plan;
  Simulation simulation = make_simulation(simulated(scene), plan);
  add(simulation);
  const Model& model = simulation.mechanism().model();
  interrupt.stop_if_happened();

  const std::vector<TargetColumn> targets = simulation.target_columns();
  ResultRecorder result(run.result, model, plan.options,
                        origin_of(request.model.file, scene, read_options(request.model).texts), targets);
  notes += note_of_others(result.output());
  std::optional<CsvRecorder> csv;
  if (request.csv) csv.emplace(*request.csv, model, plan.options, targets);
  ProgressBar bar(plan.options.duration, !request.quiet);
  std::vector<Recorder*> recorders{&result, &bar};
  if (csv) recorders.push_back(&*csv);
  interrupt.stop_if_happened();

  std::string warning;
  try {
    run.report = simulation.run(recorders, &interrupt.happened());
    if (csv) csv->finish(run.report.end);
    bar.clear();
    warning = result.finish(run.report);
  } catch (const OutputError& problem) {
    bar.clear();
    tell_of_failure(result, csv, problem.what());
    throw OutputError(
        fmt::format("{}; the records so far are in {}", problem.what(), result.output().current().string()));
  } catch (const std::exception& problem) {
    bar.clear();
    tell_of_failure(result, csv, problem.what());
    throw;
  }
  if (!warning.empty()) run.report.warnings.push_back(warning);
  take_names(result, csv, run);
  if (request.html) write_page_of(run, request);
  return run;
}

}  // namespace sinew::cli
