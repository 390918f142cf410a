// Makes the controller that a plan describes.
#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/simulate/controllers/actuator_control.hpp"
#include "sinew/simulate/controllers/computed_torque.hpp"
#include "sinew/simulate/controllers/decoupled_control.hpp"
#include "sinew/simulate/controllers/joint_pd.hpp"
#include "sinew/simulate/controllers/lqr_control.hpp"
#include "sinew/simulate/controllers/object_control.hpp"
#include "sinew/simulate/controllers/operational_space_control.hpp"
#include "sinew/simulate/controllers/passivity_control.hpp"
#include "sinew/simulate/controllers/with_friction_compensation.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew {
namespace {

// The robot that a controller drives, its position at the start, the period of the controller, and the forces that act.
struct Driven {
  const SimulatedScene& scene;
  Model model;
  std::vector<double> start;
  double period = 0;
  Resistance acting{};
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

// Whether a law follows a target.
template <class Plan>
constexpr bool has_target = requires(const Plan& plan) {
  plan.target;
};

// Returns the plan; if it has no waypoints, its target is to stay at the start.
template <class Plan>
Plan with_target(Plan plan, std::vector<double> start) {
  if (plan.target.times.empty() && plan.target.values.empty()) plan.target = standing_at(std::move(start));
  return plan;
}

// Throws std::invalid_argument unless the controller drives several arms with an object.
const SimulatedRobot& object_of(const Driven& driven) {
  const SimulatedScene& scene = driven.scene;
  if (scene.arms.empty() || scene.object.empty())
    throw std::invalid_argument("object control needs arms and an object; '" + scene.whole.name() +
                                "' has none");
  if (driven.model.velocity_size() != scene.whole.velocity_size())
    throw std::invalid_argument("object control drives all arms; it is not for '" + driven.model.name() +
                                "' alone");
  return scene.object.front();
}

std::vector<double> frame_at_start(const Driven& driven, const std::string& frame) {
  Workspace<double> work(driven.model);
  update_poses(work, driven.start);
  const auto pose = pose_coordinates(sinew::pose(work, driven.model.frame(frame)));
  return {pose.begin(), pose.end()};
}

// The degrees of freedom that a law drives, and the motion of the joints or of the frame that it follows.
struct LawTarget {
  std::vector<int> dofs{};
  std::string frame{};  // empty: the joints follow the target
  TrajectoryPlan target{};
};

std::vector<int> first_dofs(int count) {
  std::vector<int> dofs(static_cast<std::size_t>(count));
  std::iota(dofs.begin(), dofs.end(), 0);
  return dofs;
}

template <class Plan>
LawTarget target_of(const Driven& driven, const Plan& plan) {
  LawTarget followed{.target = with_target(plan, driven.start).target};
  if constexpr (requires { plan.joints; }) {
    followed.dofs = detail::motor_dofs(driven.model, plan.joints);
  } else {
    followed.dofs = first_dofs(driven.model.velocity_size());
  }
  return followed;
}
LawTarget target_of(const Driven& driven, const OperationalSpacePlan& plan) {
  return {.dofs = first_dofs(driven.model.velocity_size()),
          .frame = plan.frame,
          .target = with_target(plan, frame_at_start(driven, plan.frame)).target};
}
LawTarget target_of(const Driven& driven, const ObjectPlan& plan) {
  const SimulatedRobot& object = object_of(driven);
  const auto first = driven.start.begin() + object.q_index;
  return {.dofs = first_dofs(object.v_index),
          .frame = object.name,
          .target = with_target(plan, {first, first + object.model.position_size()}).target};
}

std::unique_ptr<Controller> make(const Driven& driven, const JointPdPlan& plan) {
  return std::make_unique<JointPd>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const ComputedTorquePlan& plan) {
  return std::make_unique<ComputedTorque>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const OperationalSpacePlan& plan) {
  return std::make_unique<OperationalSpaceControl>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const PassivityPlan& plan) {
  return std::make_unique<PassivityControl>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const DecoupledPlan& plan) {
  return std::make_unique<DecoupledControl>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const LqrPlan& plan) {
  return std::make_unique<LqrControl>(driven.model, plan, driven.period,
                                      SmoothForces{.joint_damping = driven.acting.damping});
}
std::unique_ptr<Controller> make(const Driven& driven, const ActuatorPlan& plan) {
  return std::make_unique<ActuatorControl>(driven.model, plan);
}
std::unique_ptr<Controller> make(const Driven& driven, const ObjectPlan& plan) {
  std::vector<Model> arms;
  for (const SimulatedRobot& arm : driven.scene.arms) arms.push_back(arm.model);
  return std::make_unique<ObjectControl>(arms, object_of(driven).model, driven.scene.grasps, plan);
}

// Makes a law that compensates friction. Computed torque compensates that of joints without motors, too.
template <class Plan>
std::unique_ptr<Controller> make_compensated(const Driven& driven, const Plan& plan,
                                             const LawTarget& followed, const Resistance& acting) {
  FrictionCompensation friction(driven.model, followed.dofs, acting);
  std::optional<Trajectory> joints;
  if (followed.frame.empty()) joints.emplace(driven.model, followed.target);
  return std::make_unique<WithFrictionCompensation>(driven.model, make(driven, plan), std::move(friction),
                                                    std::move(joints));
}
std::unique_ptr<Controller> make_compensated(const Driven& driven, const ComputedTorquePlan& plan,
                                             const LawTarget&, const Resistance& acting) {
  auto law = std::make_unique<ComputedTorque>(driven.model, plan);
  law->compensate(acting);
  return law;
}
std::unique_ptr<Controller> make_compensated(const Driven&, const LqrPlan&, const LawTarget&,
                                             const Resistance&) {
  throw std::invalid_argument("lqr includes damping and does not compensate friction");
}

}  // namespace

std::unique_ptr<Controller> make_controller(const SimulatedScene& scene, const ControllerPlan& plan,
                                            const Resistance& acting) {
  Driven driven = find(scene, plan.robot);
  driven.period = plan.period;
  driven.acting = acting;
  return std::visit(
      [&](auto law) {
        if constexpr (has_target<decltype(law)>) {
          const LawTarget followed = target_of(driven, law);
          law.target = followed.target;
          if (plan.compensate_friction) return make_compensated(driven, law, followed, acting);
        } else if (plan.compensate_friction) {
          throw std::invalid_argument(
              "controllers without a target, such as actuators, cannot compensate friction");
        }
        return make(driven, law);
      },
      plan.law);
}

std::optional<RecordedTarget> make_recorded_target(const SimulatedScene& scene, const ControllerPlan& plan) {
  if (std::holds_alternative<ActuatorPlan>(plan.law)) return std::nullopt;
  const Driven driven = find(scene, plan.robot);
  const LawTarget followed = std::visit(
      [&](const auto& law) {
        if constexpr (has_target<decltype(law)>) return target_of(driven, law);
        return LawTarget{};
      },
      plan.law);
  const std::string prefix = plan.robot.empty() ? "" : plan.robot + "/";
  if (followed.frame.empty()) return RecordedTarget(driven.model, followed.target, followed.dofs, prefix);
  return RecordedTarget(prefix + followed.frame, followed.target);
}

}  // namespace sinew
