#include "apps/cli/multi_arm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/cli/compute.hpp"
#include "apps/cli/errors.hpp"
#include "apps/cli/inputs.hpp"
#include "sinew/chains/constrained_system.hpp"

namespace sinew::cli {
namespace {

// Returns the arms, followed by the object if there is one.
std::vector<const SceneRobot*> parts_of(const Scene& scene) {
  std::vector<const SceneRobot*> parts;
  for (const SceneRobot& robot : scene.robots) parts.push_back(&robot);
  if (scene.object) parts.push_back(&*scene.object);
  return parts;
}

Transform<double> pose_of(const LoopEnd& end, const SceneRobot& robot) {
  if (end.body.empty()) return end.placement;
  Workspace<double> work(robot.model);
  set_position<double>(work, robot.state.q);
  return pose(work, robot.model.frame(end.body)) * end.placement;
}

ContactForce contact_of(const Grasp& grasp, const Force<double>& on_held, const Scene& scene) {
  const SceneRobot& arm = scene.robots[static_cast<std::size_t>(grasp.arm)];
  const Rotation<double> tip = pose_of(grasp.second, arm).rotation;
  const Rotation<double> held = pose_of(grasp.first, grasp.first.body.empty() ? arm : *scene.object).rotation;
  const Force<double> in_world{tip * on_held.angular, tip * on_held.linear};
  // The z axis of the grasped frame points to the arm, so a pressing force has a negative z component.
  const bool pulls = is_one_sided(grasp.connection.kind) && dot(held.column_z(), in_world.linear) > 0;
  return {.grasp = &grasp, .on_held = on_held, .in_world = in_world, .pulls = pulls};
}

// The acceleration of the centre of mass c is that of the origin, dv/dt + omega x v, plus
// alpha x c + omega x (omega x c).
Motion<double> mass_centre_acceleration(const SceneRobot& object, const std::vector<double>& rates) {
  const std::vector<double>&q = object.state.q, &v = object.state.v;
  const Vector3<double> omega{v[0], v[1], v[2]}, linear{v[3], v[4], v[5]};
  const Vector3<double> alpha{rates[0], rates[1], rates[2]}, rate{rates[3], rates[4], rates[5]};
  const Vector3<double>& c = object.model.description().bodies.front().inertial.com;
  const Rotation<double> r = rotation_from_quaternion(q[3], q[4], q[5], q[6]);
  return {r * alpha, r * (rate + cross(omega, linear) + cross(alpha, c) + cross(omega, cross(omega, c)))};
}

bool is_rigid(const SceneRobot& object) {
  const auto& bodies = object.model.description().bodies;
  return bodies.size() == 1 && bodies.front().joint.kind == JointKind::floating;
}

}  // namespace

Scene arms_scene(const ComputeRequest& request, std::string& notes) {
  const std::pair<const char*, const std::optional<std::string>*> options[] = {
      {"q", &request.q},         {"v", &request.v},         {"tau", &request.tau},        {"a", &request.a},
      {"state", &request.state}, {"frame", &request.frame}, {"gravity", &request.gravity}};
  for (const auto& [name, option] : options) {
    if (*option)
      throw RequestError(
          fmt::format("--{}: not available for scenes with arms; write it in the scene", name));
  }
  if (request.assemble || !request.hold.empty())
    throw RequestError("--assemble: not available for scenes with arms; write it in the scene");
  if (!is_scene_file(request.model.file)) {
    throw RequestError(fmt::format("multi-arm: {} is not a scene; expected a .yaml file (docs/scene.md)",
                                   request.model.file));
  }
  Scene scene = open_scene(request.model, notes);
  if (!scene.has_arms) {
    throw RequestError(
        fmt::format("{0} has no arms; 'sinew compute forward-dynamics {0}' computes a scene of one model",
                    request.model.file));
  }
  return scene;
}

ArmsResult compute_arms(const ComputeRequest& request, const Scene& scene) {
  const Strategy strategy = strategy_named(request.strategy);
  ArmsResult result{.whole = as_one_model(scene)};
  State state = as_one_state(scene);
  const std::vector<double> passive = passive_torques(request, result.whole, state);
  for (std::size_t i = 0; i < passive.size(); ++i) state.tau[i] += passive[i];
  ConstrainedSystem system(result.whole, {.strategy = strategy, .arms = arms_and_object(scene)});
  std::vector<double> a(state.v.size());
  result.closed = close_loops(system, state, a);
  // The last loops are the grasps. The force of a loop acts on the arm; the opposite force acts on the object.
  std::vector<LoopForce>& loops = result.closed.loops;
  const std::size_t first_grasp = loops.size() - scene.grasps.size();
  for (std::size_t i = 0; i < scene.grasps.size(); ++i)
    result.contacts.push_back(contact_of(scene.grasps[i], -1.0 * loops[first_grasp + i].force, scene));
  loops.resize(first_grasp);
  if (!std::all_of(a.begin(), a.end(), [](double value) { return std::isfinite(value); }))
    throw RequestError("multi-arm overflows for these numbers");
  const std::vector<const SceneRobot*> parts = parts_of(scene);
  auto next = a.begin();
  for (const SceneRobot* part : parts) {
    const auto end = next + part->model.velocity_size();
    std::vector<double> own(next, end);
    next = end;
    if (part != parts.back() || !scene.object) {
      result.qdd.push_back(std::move(own));
    } else {
      if (is_rigid(*part)) result.mass_centre_acceleration = mass_centre_acceleration(*part, own);
      result.object_acceleration = std::move(own);
    }
  }
  return result;
}

}  // namespace sinew::cli
