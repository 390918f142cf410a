// Reads a scene's `optimize`: the motion that `sinew optimize` looks for.
#include <fmt/format.h>

#include "sinew/io/internal/scene/simulation.hpp"

namespace sinew::scenes {
namespace {

constexpr Word<IntegratorKind> step_integrators[] = {
    {"rk4", IntegratorKind::rk4},
    {"rkmk4", IntegratorKind::rkmk4},
    {"semi_implicit_euler", IntegratorKind::semi_implicit_euler}};

void read_state_cost(Fields& fields, std::size_t dofs, StateCost& cost) {
  read_gains(fields, "position", dofs, "degree of freedom", cost.position, {});
  read_gains(fields, "velocity", dofs, "degree of freedom", cost.velocity, {});
}

FrameTarget read_frame_target(const Node& node, const std::string& owner, const Model& model,
                              const std::vector<double>& q, const Reading& reading) {
  FrameTarget target;
  Fields fields(node, owner, reading);
  if (node.kind != Node::Kind::map) return target;
  const Names frames = frames_of(&model);
  target.frame = read_name(fields, "frame", "frame", frames);
  const bool is_moved = fields.has("position");
  const bool is_turned =
      fields.has("rpy") || fields.has("rpy_deg") || fields.has("quaternion") || fields.has("axis");
  target.pose = read_placement(fields);
  if (!is_moved && !is_turned) fields.error(node, "has neither position nor rotation");
  target.position_cost = not_negative(fields, "position_cost", is_moved ? 1e4 : 0);
  target.rotation_cost = not_negative(fields, "rotation_cost", is_turned ? 1e3 : 0);
  if (frames && std::find(frames->begin(), frames->end(), target.frame) != frames->end()) {
    const Transform<double> start = pose_of({.body = target.frame}, model, q);
    if (!is_moved) target.pose.translation = start.translation;
    if (!is_turned) target.pose.rotation = start.rotation;
  }
  fields.finish();
  return target;
}

}  // namespace

OptimizePlan read_optimize(const Node& node, const Scene& scene, const Reading& reading) {
  OptimizePlan plan;
  Fields fields(node, "optimize", reading);
  if (node.kind != Node::Kind::map) return plan;
  if (scene.has_arms || scene.robots.size() != 1) {
    fields.error(node, "motions of several arms cannot be optimised; expected one robot");
    return plan;
  }
  const Model& model = scene.robots[0].model;
  const std::vector<double>& start = scene.robots[0].state.q;
  const auto dofs = std::size_t(model.velocity_size());
  const std::size_t motors = read_motors(fields, &model, plan.joints, reading);
  plan.duration = above_zero(fields, "duration", scene.simulation.options.duration, {dimension::time});
  plan.step = above_zero(fields, "step", plan.step, {dimension::time});
  plan.integrator = read_word(fields, "integrator", step_integrators).value_or(plan.integrator);
  plan.target = start;
  read_coordinates(fields, "target", model, Coordinates::positions, plan.target, reading);
  read_gains(fields, "torque_cost", motors, "motor", plan.torque_cost, {});
  for (const auto& [key, cost] : {std::pair{"running", &plan.running}, {"final", &plan.final}}) {
    const Node* const entry = fields.find(key);
    if (!entry) continue;
    Fields of_state(*entry, fields.what(key), reading);
    if (entry->kind != Node::Kind::map) continue;
    read_state_cost(of_state, dofs, *cost);
    of_state.finish();
  }
  if (const Node* const entry = fields.find("frame_target"))
    plan.frame_target = read_frame_target(*entry, fields.what("frame_target"), model, start, reading);
  read_gains(fields, "torque_limits", motors, "motor", plan.torque_limits,
             {dimension::torque, dimension::force});
  plan.iterations = int(between(fields, "iterations", 1, 1e6, plan.iterations));
  plan.tolerance = above_zero(fields, "tolerance", plan.tolerance);
  fields.finish();
  return plan;
}

}  // namespace sinew::scenes
