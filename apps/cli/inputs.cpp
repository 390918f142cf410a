#include "apps/cli/inputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "apps/cli/errors.hpp"
#include "apps/cli/names.hpp"
#include "apps/cli/numbers.hpp"
#include "apps/cli/state_file.hpp"

namespace sinew::cli {
namespace {

constexpr std::string_view random_prefix = "random:";

Base base_of(const std::optional<std::string>& name) {
  if (!name) return Base::as_written;
  if (*name == "fixed") return Base::fixed;
  if (*name == "floating") return Base::floating;
  throw RequestError(unknown_name("base", *name, {"fixed", "floating"}));
}

std::uint64_t seed_of(std::string_view text) {
  std::uint64_t seed = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (failure != std::errc{} || end != text.data() + text.size()) {
    throw RequestError(
        fmt::format("--state random:{}: expected a whole number from 0 to 2^64 - 1 as seed", text));
  }
  return seed;
}

// "joint1 1, joint2 1": what a list of the given size must hold.
std::string sizes_of(const Model& model, bool positions) {
  std::vector<std::string> parts;
  for (const JointInfo& joint : model.joints()) {
    parts.push_back(fmt::format("{} {}", joint.name, positions ? joint.q_size : joint.v_size));
  }
  return parts.empty() ? "no joint moves" : fmt::format("{}", fmt::join(parts, ", "));
}

[[noreturn]] void refuse_size(const std::string& source, std::size_t size, int expected,
                              const std::string& meaning) {
  throw RequestError(fmt::format("{}: got {} number{}, expected {} ({})", source, size, size == 1 ? "" : "s",
                                 expected, meaning));
}

void check_size(const std::vector<double>& values, const Model& model, bool positions,
                const std::string& source) {
  const int expected = positions ? model.position_size() : model.velocity_size();
  if (static_cast<int>(values.size()) != expected) {
    refuse_size(source, values.size(), expected, sizes_of(model, positions));
  }
}

// Quaternions a little off unit length, as printed to a few digits, are put right; others are mistakes.
void normalise_quaternions(const Model& model, std::vector<double>& q, const std::string& source) {
  for (const JointInfo& joint : model.joints()) {
    if (joint.kind != JointKind::spherical && joint.kind != JointKind::floating) continue;
    const int first = joint.q_index + joint.q_size - 4;
    double* const quaternion = q.data() + first;
    const double length =
        std::hypot(std::hypot(quaternion[0], quaternion[1]), std::hypot(quaternion[2], quaternion[3]));
    if (!(std::abs(length - 1) <= 1e-6)) {
      throw RequestError(
          fmt::format("{}: the quaternion w x y z of joint {} (q[{}] to q[{}]) has length {:.7g}, expected 1",
                      source, joint.name, first, first + 3, length));
    }
    for (int i = 0; i < 4; ++i) quaternion[i] /= length;
  }
}

// Takes a list from the command line, else from the state file; leaves `values` alone where neither has it.
class Sources {
 public:
  Sources(const ComputeRequest& request, const StateFile& file) : request_(request), file_(file) {}

  // Returns where the values came from; empty: nowhere.
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
    if (values.size() != 3) refuse_size(source, values.size(), 3, "x, y, z in m/s^2");
    return Vector3<double>{values[0], values[1], values[2]};
  }

  State state(const Model& model) const {
    const std::size_t freedoms = static_cast<std::size_t>(model.velocity_size());
    const std::vector<double> zeros(freedoms);
    State state{.q = model.neutral_position(), .v = zeros, .tau = zeros, .a = zeros};
    if (request_.state && request_.state->starts_with(random_prefix)) {
      state = random_state(model, seed_of(std::string_view(*request_.state).substr(random_prefix.size())));
    }
    if (const auto source = take("q", request_.q, file_.q, state.q); !source.empty()) {
      check_size(state.q, model, true, source);
      normalise_quaternions(model, state.q, source);
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
    if (!source.empty()) check_size(values, model, false, source);
  }

  const ComputeRequest& request_;
  const StateFile& file_;
};

}  // namespace

Findings check_model(const ModelRequest& request) {
  return read_description(request.file, {.base = base_of(request.base)}).findings;
}

Model read_model(const ModelRequest& request, std::string& notes) {
  ReadResult read = read_description(request.file, {.base = base_of(request.base)});
  if (read.findings.has_errors()) throw InvalidModel(std::move(read.findings));
  if (const int warnings = read.findings.count(Severity::warning); warnings > 0) {
    notes = fmt::format("sinew: {} has {} warning{}; 'sinew check {}' shows {}", request.file, warnings,
                        warnings == 1 ? "" : "s", request.file, warnings == 1 ? "it" : "them");
  }
  return Model(std::move(read.description));
}

Inputs gather_inputs(const ComputeRequest& request, std::string& notes) {
  StateFile file;
  if (request.state && !request.state->starts_with(random_prefix)) file = read_state_file(*request.state);
  ModelRequest model_request = request.model;
  if (!model_request.base) model_request.base = file.base;
  const Sources sources(request, file);
  Model model = read_model(model_request, notes);
  if (const auto gravity = sources.gravity()) model = model.with_gravity(*gravity);
  State state = sources.state(model);
  return {.model = std::move(model), .state = std::move(state)};
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
