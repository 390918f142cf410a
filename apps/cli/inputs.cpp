#include "apps/cli/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/numbers.hpp"
#include "apps/cli/state_file.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/files/state_checks.hpp"

namespace sinew::cli {
namespace {

constexpr std::string_view random_prefix = "random:";

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

// Takes lists of numbers from the command line, or else from the state file. Values that neither gives are not changed.
class Sources {
 public:
  Sources(const ComputeRequest& request, const StateFile& file) : request_(request), file_(file) {}

  // Returns where the values came from; empty if neither gives them.
  std::string take(const char* name, const std::optional<std::string>& option,
                   const std::optional<std::vector<double>>& entry, std::vector<double>& values) const {
    if (option) {
      const std::string source = fmt::format("--{}", name);
      values = parse_numbers(*option, source);
      return source;
    }
    if (!entry) return {};
    values = *entry;
    return fmt::format("{}: \"{}\"", *request_.state, name);
  }

  std::optional<Vector3<double>> gravity() const {
    std::vector<double> values;
    const std::string source = take("gravity", request_.gravity, file_.gravity, values);
    if (source.empty()) return {};
    refuse(source, wrong_size(values.size(), 3, "x, y, z in m/s^2"));
    return Vector3<double>{values[0], values[1], values[2]};
  }

  // Returns `state` with the entries that the command line or the state file gives.
  State state(const Model& model, State state) const {
    if (request_.state && request_.state->starts_with(random_prefix)) {
      state = random_state(model, seed_of(std::string_view(*request_.state).substr(random_prefix.size())));
    }
    if (const auto source = take("q", request_.q, file_.q, state.q); !source.empty()) {
      refuse(source, wrong_size(state.q, model, Coordinates::positions));
      refuse(source, normalise_quaternions(model, state.q));
    }
    take_velocities("v", request_.v, file_.v, model, state.v);
    take_velocities("tau", request_.tau, file_.tau, model, state.tau);
    take_velocities("a", request_.a, file_.a, model, state.a);
    return state;
  }

 private:
  void take_velocities(const char* name, const std::optional<std::string>& option,
                       const std::optional<std::vector<double>>& entry, const Model& model,
                       std::vector<double>& values) const {
    const std::string source = take(name, option, entry, values);
    if (!source.empty()) refuse(source, wrong_size(values, model, Coordinates::velocities));
  }

  const ComputeRequest& request_;
  const StateFile& file_;
};

void announce_warnings(const Findings& findings, const std::string& file, std::string& notes) {
  const int warnings = findings.count(Severity::warning);
  if (warnings == 0) return;
  notes += fmt::format("sinew: {} has {} warning{}; 'sinew check {}' shows {}\n", file, warnings,
                       warnings == 1 ? "" : "s", file, warnings == 1 ? "it" : "them");
}

// A robot and its default state: at rest at the model's initial position, or the state of the scene.
struct Mechanism {
  Model model;
  State state;
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
    return {.model = std::move(robot.model), .state = std::move(robot.state)};
  }
  Model model = load(request.file, reading_of(request));
  announce_warnings(model.warnings(), request.file, notes);
  const std::vector<double> zeros(static_cast<std::size_t>(model.velocity_size()));
  State at_rest{.q = model.initial_position(), .v = zeros, .tau = zeros, .a = zeros};
  return {.model = std::move(model), .state = std::move(at_rest)};
}

Base base_of(const std::optional<std::string>& name) {
  if (!name) return Base::as_written;
  if (*name == "fixed") return Base::fixed;
  if (*name == "floating") return Base::floating;
  throw RequestError(unknown_name("base", *name, {"fixed", "floating"}));
}

}  // namespace

ReadOptions reading_of(const ModelRequest& request) {
  ReadOptions options{.base = base_of(request.base)};
  for (const std::string& folder : request.package_path) options.package_folders.emplace_back(folder);
  return options;
}

Findings check_model(const ModelRequest& request) {
  if (is_scene_file(request.file)) return read_scene(request.file, {.models = reading_of(request)}).findings;
  return read_description(request.file, reading_of(request)).findings;
}

Scene open_scene(const ModelRequest& request, std::string& notes) {
  if (request.base)
    throw RequestError(
        fmt::format("--base: {} is a scene; write floating: true or false in it", request.file));
  SceneResult read = read_scene(request.file, {.models = reading_of(request)});
  if (!read.scene) throw InvalidModel(std::move(read.findings));
  announce_warnings(read.findings, request.file, notes);
  return std::move(*read.scene);
}

Model read_model(const ModelRequest& request, std::string& notes) {
  return read_mechanism(request, notes).model;
}

Scene open_scene_or_model(const ModelRequest& request, std::string& notes) {
  if (is_scene_file(request.file)) return open_scene(request, notes);
  Mechanism mechanism = read_mechanism(request, notes);
  Scene scene{.name = std::filesystem::path(request.file).stem().string(), .base = reading_of(request).base};
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
  return {.model = std::move(mechanism.model), .state = std::move(mechanism.state)};
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
