// Makes the controller that a plan describes.
#include <algorithm>
#include <stdexcept>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/simulate/controllers/actuator_control.hpp"
#include "sinew/simulate/controllers/computed_torque.hpp"
#include "sinew/simulate/controllers/decoupled_control.hpp"
#include "sinew/simulate/controllers/joint_pd.hpp"
#include "sinew/simulate/controllers/object_control.hpp"
#include "sinew/simulate/controllers/operational_space_control.hpp"
#include "sinew/simulate/controllers/passivity_control.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew {
namespace {

// The robot that a controller drives, and its position at the start.
struct Driven {
  const SimulatedScene& scene;
  Model model;
  std::vector<double> start;
};

Driven find(const SimulatedScene& scene, const std::string& robot) {
  const std::vector<double> q = scene.state.q.empty() ? scene.whole.initial_position() : scene.state.q;
  if (robot.empty()) return {scene, scene.whole, q};
  std::string known;
  for (const SimulatedRobot& arm : scene.arms) {
    if (arm.name == robot) {
      const auto first = q.begin() + arm.q_index;
      return {scene, arm.model, {first, first + arm.model.position_size()}};
    }
    known += " '" + arm.name + "'";
  }
  throw std::invalid_argument("unknown robot '" + robot + "' of a controller; " +
                              (known.empty() ? "there are no arms" : "the arms are" + known));
}

// Returns the plan; if it has no waypoints, its target is to stay at the start.
template <class Plan>
Plan with_target(Plan plan, std::vector<double> start) {
  if (plan.target.times.empty() && plan.target.values.empty()) plan.target = standing_at(std::move(start));
  return plan;
}

std::vector<double> frame_at_start(const Driven& driven, const std::string& frame) {
  Workspace<double> work(driven.model);
  update_poses(work, driven.start);
  const auto pose = pose_coordinates(sinew::pose(work, driven.model.frame(frame)));
  return {pose.begin(), pose.end()};
}

std::unique_ptr<Controller> make(const Driven& driven, const JointPdPlan& plan) {
  return std::make_unique<JointPd>(driven.model, with_target(plan, driven.start));
}
std::unique_ptr<Controller> make(const Driven& driven, const ComputedTorquePlan& plan) {
  return std::make_unique<ComputedTorque>(driven.model, with_target(plan, driven.start));
}
std::unique_ptr<Controller> make(const Driven& driven, const OperationalSpacePlan& plan) {
  return std::make_unique<OperationalSpaceControl>(driven.model,
                                                   with_target(plan, frame_at_start(driven, plan.frame)));
}
std::unique_ptr<Controller> make(const Driven& driven, const PassivityPlan& plan) {
  return std::make_unique<PassivityControl>(driven.model, with_target(plan, driven.start));
}
std::unique_ptr<Controller> make(const Driven& driven, const DecoupledPlan& plan) {
  return std::make_unique<DecoupledControl>(driven.model, with_target(plan, driven.start));
}
std::unique_ptr<Controller> make(const Driven& driven, const ActuatorPlan& plan) {
  return std::make_unique<ActuatorControl>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const ObjectPlan& plan) {
  const SimulatedScene& scene = driven.scene;
  if (scene.arms.empty() || scene.object.empty())
    throw std::invalid_argument("object control needs arms and an object; '" + scene.whole.name() +
                                "' has none");
  if (driven.model.velocity_size() != scene.whole.velocity_size())
    throw std::invalid_argument("object control drives all arms; it is not for '" + driven.model.name() +
                                "' alone");
  std::vector<Model> arms;
  for (const SimulatedRobot& arm : scene.arms) arms.push_back(arm.model);
  const SimulatedRobot& object = scene.object.front();
  const auto first = driven.start.begin() + object.q_index;
  return std::make_unique<ObjectControl>(arms, object.model, scene.grasps,
                                         with_target(plan, {first, first + object.model.position_size()}));
}

}  // namespace

std::unique_ptr<Controller> make_controller(const SimulatedScene& scene, const ControllerPlan& plan) {
  const Driven driven = find(scene, plan.robot);
  return std::visit([&](const auto& law) { return make(driven, law); }, plan.law);
}

}  // namespace sinew
