#include "apps/cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/state_file.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/files/number_list.hpp"
#include "sinew/io/files/state_checks.hpp"

namespace sinew::cli {
namespace {

constexpr std::string_view random_prefix = "random:";
constexpr std::size_t most_input_bytes = std::size_t(64) << 20;

std::uint64_t seed_of(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (failure != std::errc{} || end != text.data() + text.size()) {
    throw RequestError(
        fmt::format("--state random:{}: expected a whole number from 0 to 2^64 - 1 as seed", text));
  }
  return seed;
}

void refuse(const std::string& source, const std::string& problem) {
  if (!problem.empty()) throw RequestError(source + ": " + problem);
}

std::vector<double> named_position(const Model& model, const std::string& name) {
  try {
    return model.named_position(name);
  } catch (const std::invalid_argument& unknown) {
    throw RequestError(fmt::format("--q: {}; 'sinew info' lists the positions", unknown.what()));
  }
}

// Takes lists of numbers from the command line, or else from the state file. Values that neither gives are not changed.
class Sources {
 public:
  Sources(const ComputeRequest& request, const StateFile& file) : request_(request), file_(file) {}

  // Returns where the values came from; empty if neither gives them.
  std::string take(const char* name, const std::optional<std::string>& option,
                   const std::optional<std::vector<double>>& entry, const std::vector<Dimensions>& units,
                   std::vector<double>& values) const {
    if (option) {
      const std::string source = fmt::format("--{}", name);
      values = read_number_list(*option, source, units);
      return source;
    }
    if (!entry) return {};
    values = *entry;
    return fmt::format("{}: \"{}\"", *request_.state, name);
  }

  std::optional<Vector3<double>> gravity() const {
    std::vector<double> values;
    const std::string source = take("gravity", request_.gravity, file_.gravity,
                                    std::vector<Dimensions>(3, {dimension::acceleration}), values);
    if (source.empty()) return {};
    refuse(source, wrong_size(values.size(), 3, "x, y, z in m/s^2"));
    return Vector3<double>{values[0], values[1], values[2]};
  }

  // Returns `state` with the entries that the command line or the state file gives.
  State state(const Model& model, State state) const {
    if (request_.state && request_.state->starts_with(random_prefix)) {
      state = random_state(model, seed_of(std::string_view(*request_.state).substr(random_prefix.size())));
    }
    if (request_.q && names_position(*request_.q, model)) {
      state.q = named_position(model, *request_.q);
    } else if (const auto source =
                   take("q", request_.q, file_.q, dimensions_of(model, Derivative::position), state.q);
               !source.empty()) {
      refuse(source, wrong_size(state.q, model, Coordinates::positions));
      refuse(source, normalise_quaternions(model, state.q));
    }
    take_velocities("v", request_.v, file_.v, model, Derivative::velocity, state.v);
    take_velocities("tau", request_.tau, file_.tau, model, Derivative::effort, state.tau);
    take_velocities("a", request_.a, file_.a, model, Derivative::acceleration, state.a);
    return state;
  }

  // Returns the controls that the command line or the state file gives, or those of the named position, or `controls`.
  std::vector<double> controls(const Model& model, std::vector<double> controls) const {
    const std::size_t expected = controls.size();
    if (request_.q && names_position(*request_.q, model)) controls = model.named_controls(*request_.q);
    const std::string source = take("controls", request_.controls, file_.controls, {}, controls);
    if (!source.empty()) refuse(source, wrong_size(controls.size(), expected, "one for each actuator"));
    return controls;
  }

 private:
  void take_velocities(const char* name, const std::optional<std::string>& option,
                       const std::optional<std::vector<double>>& entry, const Model& model,
                       Derivative derivative, std::vector<double>& values) const {
    const std::string source = take(name, option, entry, dimensions_of(model, derivative), values);
    if (!source.empty()) refuse(source, wrong_size(values, model, Coordinates::velocities));
  }

  const ComputeRequest& request_;
  const StateFile& file_;
};

void announce(const Findings& findings, Severity severity, const ModelRequest& request, std::string& notes) {
  const int count = findings.count(severity);
  if (count == 0) return;
  std::string arguments = request.file == standard_input ? "-" : request.file;
  if (request.repair) arguments += " --repair " + *request.repair;
  notes += fmt::format("sinew: {} has {} {}{}; 'sinew check {}' shows {}\n", request.file, count,
                       name_of(severity), count == 1 ? "" : "s", arguments, count == 1 ? "it" : "them");
}
void announce_findings(const Findings& findings, const ModelRequest& request, std::string& notes) {
  announce(findings, Severity::physical_error, request, notes);
  announce(findings, Severity::warning, request, notes);
}

void check_scene_options(const ModelRequest& request) {
  if (is_scene_file(request.file) && !request.xacro_args.empty())
    throw RequestError(
        fmt::format("--xacro-arg: {} is a scene; write xacro_arguments next to model in it", request.file));
}

// Throws RequestError if the request changes the robot of a scene.
void refuse_edits_of_scenes(const ModelRequest& request) {
  const ModelEdits& edits = request.edits;
  const char* const option = !edits.cut.empty()       ? "cut"
                             : !edits.lock.empty()    ? "lock"
                             : !edits.payload.empty() ? "payload"
                                                      : nullptr;
  if (option)
    throw RequestError(
        fmt::format("--{0}: {1} is a scene; write {0} next to model in it", option, request.file));
}

Model edited(const Model& model, const ModelEdits& edits) {
  try {
    return with_edits(model, edits);
  } catch (const std::invalid_argument& error) {
    throw RequestError(std::string("--") + error.what());
  }
}

// A robot and its default state: at rest at the model's initial position, or the state of the scene.
struct Mechanism {
  Model model;
  State state;
  std::vector<double> controls;
};

Mechanism read_mechanism(const ModelRequest& request, std::string& notes) {
  if (is_scene_file(request.file)) {
    Scene scene = open_scene(request, notes);
    if (scene.has_arms) {
      throw RequestError(fmt::format(
          "{0} has arms; expected a scene of one model ('sinew compute multi-arm {0}')", request.file));
    }
    SceneRobot& robot = scene.robots.at(0);
    robot.state.a.resize(robot.state.v.size());
    std::vector<double> controls = controls_at_start(robot);
    return {
        .model = std::move(robot.model), .state = std::move(robot.state), .controls = std::move(controls)};
  }
  Model model = load(request.file, read_options(request));
  announce_findings(model.physical_errors(), request, notes);
  announce_findings(model.warnings(), request, notes);
  model = edited(model, request.edits);
  const std::vector<double> zeros(static_cast<std::size_t>(model.velocity_size()));
  State at_rest{.q = model.initial_position(), .v = zeros, .tau = zeros, .a = zeros};
  std::vector<double> controls = model.initial_controls();
  return {.model = std::move(model), .state = std::move(at_rest), .controls = std::move(controls)};
}

// Returns the text of standard input under its name. It is read once.
const StoredTexts& text_of_standard_input() {
  static const StoredTexts texts = [] {
    std::string text;
    char block[65536];
    for (std::size_t count; (count = std::fread(block, 1, sizeof block, stdin)) > 0;) {
      text.append(block, count);
      if (text.size() > most_input_bytes)
        throw RequestError("-: standard input is larger than the 64 MiB that are accepted");
    }
    if (text.empty()) throw RequestError("-: standard input is empty; expected a robot as URDF or MJCF");
    StoredTexts stored;
    stored.add(standard_input, std::move(text));
    return stored;
  }();
  return texts;
}

}  // namespace

Base base_of(const std::optional<std::string>& name) {
  if (!name) return Base::as_written;
  if (*name == "fixed") return Base::fixed;
  if (*name == "floating") return Base::floating;
  throw RequestError(unknown_name("base", *name, {"fixed", "floating"}));
}

ReadOptions read_options(const ModelRequest& request) {
  ReadOptions options{.base = base_of(request.base)};
  for (const std::string& folder : request.package_path) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
      throw RequestError(fmt::format("--package-path {}: no such folder", folder));
    options.package_folders.emplace_back(folder);
  }
  for (const std::string& written : request.xacro_args) {
    const auto sign = written.find(":=");
    if (sign == 0 || sign == std::string::npos)
      throw RequestError(fmt::format("--xacro-arg: '{}' was given; expected NAME:=VALUE", written));
    options.xacro_arguments.emplace_back(written.substr(0, sign), written.substr(sign + 2));
  }
  if (request.srdf) options.srdf = *request.srdf;
  if (request.file == standard_input) options.texts = &text_of_standard_input();
  if (!request.repair || *request.repair == name_of(Repair::none)) return options;
  if (*request.repair != name_of(Repair::inertia))
    throw RequestError(unknown_name("repair", *request.repair, {"none", "inertia"}));
  options.repair = Repair::inertia;
  return options;
}

Findings check_model(const ModelRequest& request) {
  check_scene_options(request);
  if (is_scene_file(request.file))
    return read_scene(request.file, {.models = read_options(request)}).findings;
  return read_description(request.file, read_options(request)).findings;
}

Scene open_scene(const ModelRequest& request, std::string& notes) {
  if (request.base)
    throw RequestError(
        fmt::format("--base: {} is a scene; write floating: true or false in it", request.file));
  if (request.repair)
    throw RequestError(fmt::format("--repair: {} is a scene; write repair: inertia in it", request.file));
  check_scene_options(request);
  refuse_edits_of_scenes(request);
  if (request.srdf)
    throw RequestError(
        fmt::format("--srdf: {} is a scene; write srdf: {} in it", request.file, *request.srdf));
  SceneResult read = read_scene(request.file, {.models = read_options(request)});
  if (!read.scene) throw InvalidModel(std::move(read.findings));
  announce_findings(read.findings, request, notes);
  return std::move(*read.scene);
}

Model read_model(const ModelRequest& request, std::string& notes) {
  return read_mechanism(request, notes).model;
}

Scene open_scene_or_model(const ModelRequest& request, std::string& notes) {
  if (is_scene_file(request.file)) return open_scene(request, notes);
  Mechanism mechanism = read_mechanism(request, notes);
  ReadOptions reading = read_options(request);
  Scene scene{.name = std::filesystem::path(request.file).stem().string(),
              .base = reading.base,
              .repair = reading.repair,
              .xacro_arguments = std::move(reading.xacro_arguments),
              .edits = request.edits};
  scene.robots.push_back(
      {.name = mechanism.model.name(), .model = mechanism.model, .state = mechanism.state});
  return scene;
}

Inputs gather_inputs(const ComputeRequest& request, std::string& notes) {
  StateFile file;
  if (request.state && !request.state->starts_with(random_prefix)) file = read_state_file(*request.state);
  ModelRequest model_request = request.model;
  if (!model_request.base) model_request.base = file.base;
  const Sources sources(request, file);
  Mechanism mechanism = read_mechanism(model_request, notes);
  if (const auto gravity = sources.gravity()) mechanism.model = mechanism.model.with_gravity(*gravity);
  mechanism.state = sources.state(mechanism.model, std::move(mechanism.state));
  if (!request.hold.empty() && !request.assemble)
    throw RequestError("--hold: only has an effect together with --assemble; expected --assemble too");
  if (request.assemble) assemble_state(mechanism.model, request.hold, mechanism.state);
  std::vector<double> controls = sources.controls(mechanism.model, std::move(mechanism.controls));
  return {.model = std::move(mechanism.model),
          .state = std::move(mechanism.state),
          .controls = std::move(controls)};
}

bool has_floating_base(const Model& model) {
  return std::any_of(model.joints().begin(), model.joints().end(), [&](const JointInfo& joint) {
    if (joint.kind != JointKind::floating) return false;
    const auto& bodies = model.description().bodies;
    const auto body =
        std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.name == joint.body; });
    return body != bodies.end() && body->parent.empty();
  });
}

}  // namespace sinew::cli
