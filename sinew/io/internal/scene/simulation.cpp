// Reads the `simulation` of a scene: duration, integrator, stabilisation, recording.
#include "sinew/io/internal/scene/simulation.hpp"

#include <fmt/format.h>

namespace sinew::scenes {
namespace {

// Values beyond these are more likely a typo than intended.
constexpr double most_records = 5e7, most_steps = 1e11;

constexpr Word<IntegratorKind> integrators[] = {{"adaptive", IntegratorKind::adaptive},
                                                {"stiff", IntegratorKind::stiff},
                                                {"rk4", IntegratorKind::rk4},
                                                {"rkmk4", IntegratorKind::rkmk4},
                                                {"variational", IntegratorKind::variational},
                                                {"semi_implicit_euler", IntegratorKind::semi_implicit_euler}};
constexpr Word<Stabilisation> stabilisations[] = {{"none", Stabilisation::none},
                                                  {"projection", Stabilisation::projection},
                                                  {"baumgarte", Stabilisation::baumgarte}};
constexpr Word<Strategy> strategies[] = {{"automatic", Strategy::automatic},
                                         {"block_omega", Strategy::block_omega},
                                         {"embedding", Strategy::embedding},
                                         {"dense", Strategy::dense}};
constexpr Word<LimitKind> limit_kinds[] = {
    {"none", LimitKind::none}, {"soft", LimitKind::soft}, {"hard", LimitKind::hard}};

IntegratorOptions read_integrator(Fields& simulation, const Reading& reading) {
  IntegratorOptions options;
  const Node* const written = simulation.find("integrator");
  if (!written) return options;
  const Node map = with_kind(*written);
  Fields fields(map, "simulation: integrator", reading);
  options.kind = read_word(fields, "kind", integrators).value_or(options.kind);
  if (fields.has("step")) options.step = above_zero(fields, "step", 1e-3, {dimension::time});
  if (options.kind == IntegratorKind::adaptive || options.kind == IntegratorKind::stiff) {
    options.relative_tolerance =
        between(fields, "relative_tolerance", 1e-14, 0.1, options.relative_tolerance);
    options.absolute_tolerance = between(fields, "absolute_tolerance", 1e-16, 1, options.absolute_tolerance);
  } else {
    refuse(fields, {"relative_tolerance", "absolute_tolerance"}, "the kinds adaptive and stiff");
  }
  fields.finish();
  return options;
}

void read_stabilisation(Fields& simulation, MechanismOptions& options, const Reading& reading) {
  const Node* const written = simulation.find("stabilisation");
  if (!written) return;
  if (written->kind != Node::Kind::map) {
    options.stabilisation =
        read_word(simulation, "stabilisation", stabilisations).value_or(options.stabilisation);
    return;
  }
  Fields fields(*written, "simulation: stabilisation", reading);
  if (!fields.has("baumgarte")) fields.error(*written, "has no baumgarte");
  options.stabilisation = Stabilisation::baumgarte;
  options.baumgarte_rate = above_zero(fields, "baumgarte", options.baumgarte_rate, {dimension::rate});
  fields.finish();
}

LimitPlan read_limits(Fields& simulation, const Reading& reading) {
  LimitPlan limits;
  const Node* const written = simulation.find("limits");
  if (!written) return limits;
  const Node map = with_kind(*written);
  Fields fields(map, "simulation: limits", reading);
  if (!fields.has("kind")) fields.error(map, "has no kind");
  const auto kind = read_word(fields, "kind", limit_kinds);
  limits.kind = kind.value_or(limits.kind);
  limits.stiffness = above_zero(fields, "stiffness", limits.stiffness, joint_stiffness);
  limits.damping = not_negative(fields, "damping", limits.damping, joint_damping);
  limits.restitution = between(fields, "restitution", 0, 1, limits.restitution);
  limits.rest_speed = above_zero(fields, "rest_speed", limits.rest_speed, joint_velocity);
  if (kind && *kind != LimitKind::soft) refuse(fields, {"stiffness", "damping"}, "the kind soft");
  if (kind && *kind != LimitKind::hard) refuse(fields, {"restitution", "rest_speed"}, "the kind hard");
  fields.finish();
  return limits;
}

void read_record(Fields& simulation, const Stage& stage, SimulationOptions& options, const Reading& reading) {
  const Node* const written = simulation.find("record");
  if (!written) return;
  Fields fields(*written, "simulation: record", reading);
  options.record_interval = above_zero(fields, "interval", options.record_interval, {dimension::time});
  options.frames =
      read_names(fields, "frames", "frame", frames_of(stage.whole ? &*stage.whole : nullptr), reading);
  fields.finish();
  if (const Node* const interval = fields.find("interval");
      interval && options.record_interval > options.duration)
    fields.error(*interval, fmt::format("interval: got {:g}, expected no more than the duration of {:g}",
                                        options.record_interval, options.duration));
}

void check_size(Fields& fields, const SimulationPlan& plan) {
  const auto check = [&](double length, const char* what, double most) {
    if (plan.options.duration / length > most)
      fields.error(fields.node(),
                   fmt::format("a duration of {:g} s in {} of {:g} s takes {:.3g} of them, "
                               "expected no more than {:g}",
                               plan.options.duration, what, length, plan.options.duration / length, most));
  };
  check(plan.options.record_interval, "record intervals", most_records);
  if (plan.integrator.step) check(*plan.integrator.step, "steps", most_steps);
  for (const ControllerPlan& controller : plan.controllers) {
    if (controller.period > 0) check(controller.period, "periods of a controller", most_steps);
  }
  for (const ForcePlan& force : plan.forces) {
    if (const auto* const disturbance = std::get_if<DisturbancePlan>(&force))
      check(disturbance->period, "periods of a disturbance", most_steps);
  }
}

// Constructs the controllers and forces, to report what only their constructors check at the entries they came from.
void try_parts(Fields& fields, const Scene& scene, const SimulationPlan& plan, const Reading& reading) {
  const SimulatedScene whole = simulated(scene);
  const auto try_each = [&](const char* key, const char* what, const auto& plans, const auto& make) {
    const std::vector<Node>& list = fields.list(key);
    for (std::size_t i = 0; i < plans.size(); ++i) {
      try {
        make(plans[i]);
      } catch (const std::invalid_argument& problem) {
        reading.error(list[i], fmt::format("{} {}: {}", what, i + 1, problem.what()));
      }
    }
  };
  try_each("controllers", "controller", plan.controllers,
           [&](const ControllerPlan& controller) { make_controller(whole, controller); });
  try_each("forces", "force", plan.forces, [&](const ForcePlan& force) { make_force(whole.whole, force); });
}

}  // namespace

SimulationPlan read_simulation(const Node& node, const Scene& scene, std::optional<Model> whole,
                               const Reading& reading) {
  const Stage stage{.scene = scene, .whole = std::move(whole), .q = as_one_state(scene).q};
  SimulationPlan plan;
  Fields fields(node, "simulation", reading);
  if (node.kind != Node::Kind::map) return plan;
  plan.options.duration = above_zero(fields, "duration", plan.options.duration, {dimension::time});
  plan.integrator = read_integrator(fields, reading);
  read_stabilisation(fields, plan.mechanism, reading);
  plan.mechanism.strategy = read_word(fields, "strategy", strategies).value_or(plan.mechanism.strategy);
  plan.mechanism.rate_linear = fields.flag("rate_linear").value_or(plan.mechanism.rate_linear);
  read_record(fields, stage, plan.options, reading);
  plan.constant_torques = fields.flag("constant_torques").value_or(plan.constant_torques);
  plan.joint_damping = fields.flag("joint_damping").value_or(plan.joint_damping);
  plan.joint_springs = fields.flag("joint_springs").value_or(plan.joint_springs);
  plan.tendon_springs = fields.flag("tendon_springs").value_or(plan.tendon_springs);
  plan.tendon_damping = fields.flag("tendon_damping").value_or(plan.tendon_damping);
  plan.gravity_compensation = fields.flag("gravity_compensation").value_or(plan.gravity_compensation);
  plan.dry_friction = fields.flag("dry_friction").value_or(plan.dry_friction);
  plan.limits = read_limits(fields, reading);
  plan.effort_limits = fields.flag("effort_limits").value_or(plan.effort_limits);
  plan.release_pulling = fields.flag("release_pulling").value_or(plan.release_pulling);
  plan.open = read_names(fields, "open", "loop", loops_of(stage), reading);
  plan.controllers = read_controllers(fields, stage, reading);
  plan.forces = read_forces(fields, stage, reading);
  plan.events = read_events(fields, stage, plan.options.duration, reading);
  fields.finish();
  check_size(fields, plan);
  if (!reading.findings.has_errors()) try_parts(fields, scene, plan, reading);
  return plan;
}

}  // namespace sinew::scenes
