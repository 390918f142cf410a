// Reads the controllers of a scene's `simulation`.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "sinew/io/internal/scene/simulation.hpp"
#include "sinew/simulate/forces/motors.hpp"

namespace sinew::scenes {
namespace {

enum class Law { joint_pd, computed_torque, operational_space, passivity, decoupled, lqr, object, actuators };
constexpr Word<Law> laws[] = {{"joint_pd", Law::joint_pd},
                              {"computed_torque", Law::computed_torque},
                              {"operational_space", Law::operational_space},
                              {"passivity", Law::passivity},
                              {"decoupled", Law::decoupled},
                              {"lqr", Law::lqr},
                              {"object", Law::object},
                              {"actuators", Law::actuators}};

// The robot that a controller drives: an arm, or the whole scene.
struct Driven {
  const Model* model = nullptr;  // null if it could not be read
  std::vector<double> q{};
  std::vector<double> controls{};  // of its actuators at the start
  Follower itself() const { return {.model = model, .start = q}; }
};

Driven read_driven(Fields& fields, const Stage& stage, std::string& name) {
  name = fields.text("robot").value_or("");
  if (name.empty()) {
    Driven whole{.model = stage.whole ? &*stage.whole : nullptr, .q = stage.q};
    const auto add = [&](const SceneRobot& robot) {
      const std::vector<double> controls = controls_at_start(robot);
      whole.controls.insert(whole.controls.end(), controls.begin(), controls.end());
    };
    for (const SceneRobot& robot : stage.scene.robots) add(robot);
    if (stage.scene.object) add(*stage.scene.object);
    return whole;
  }
  if (!stage.scene.has_arms) {
    fields.error(*fields.find("robot"), "robot: the scene has no arms, expected no robot");
    return {};
  }
  std::vector<std::string> known;
  for (const SceneRobot& arm : stage.scene.robots) {
    if (arm.name == name) return {.model = &arm.model, .q = arm.state.q, .controls = controls_at_start(arm)};
    known.push_back(arm.name);
  }
  if (stage.whole) fields.error(*fields.find("robot"), "robot: " + unknown_name("arm", name, known));
  return {};
}

template <class Plan>
void read_pose_gains(Fields& fields, Plan& plan) {
  read_gains(fields, "stiffness", 6, "direction: rotation x y z, translation x y z", plan.stiffness,
             {dimension::rate_squared});
  read_gains(fields, "damping", 6, "direction: rotation x y z, translation x y z", plan.damping,
             {dimension::rate});
  plan.joint_damping = not_negative(fields, "joint_damping", plan.joint_damping, {dimension::rate});
}

// A trajectory of poses is one of the q of this model, one floating body.
const Model& pose_model() {
  static const Model model = rigid_object({.mass = 1, .inertia = {1, 0, 0, 1, 0, 1}});
  return model;
}

Follower frame_of(const Model& model, const std::string& frame, const std::vector<double>& q) {
  const Transform<double> start = pose_of({.body = frame}, model, q);
  const auto [w, x, y, z] = quaternion_of(start.rotation);
  const Vector3<double>& at = start.translation;
  return {.model = &pose_model(), .start = {at.x, at.y, at.z, w, x, y, z}, .is_pose = true};
}

OperationalSpacePlan read_operational_space(Fields& fields, const Driven& driven, const Reading& reading) {
  OperationalSpacePlan plan;
  const Names frames = frames_of(driven.model);
  plan.frame = read_name(fields, "frame", "frame", frames);
  read_pose_gains(fields, plan);
  const bool is_known = frames && std::find(frames->begin(), frames->end(), plan.frame) != frames->end();
  plan.target = read_target(
      fields, is_known ? frame_of(*driven.model, plan.frame, driven.q) : Follower{.is_pose = true}, reading);
  return plan;
}

void read_shares(Fields& fields, std::size_t arms, std::vector<double>& shares) {
  const Node* const entry = fields.find("shares");
  if (!entry) return;
  if (const auto read = fields.numbers("shares", arms, arms)) shares = *read;
  const bool negative = std::any_of(shares.begin(), shares.end(), [](double share) { return share < 0; });
  if (negative || (!shares.empty() && !(std::accumulate(shares.begin(), shares.end(), 0.0) > 0)))
    fields.error(*entry, "shares: expected numbers of 0 or more, and at least one above 0");
}

std::vector<ObjectPlan::Squeeze> read_squeeze(Fields& controller, const Stage& stage,
                                              const Reading& reading) {
  Names grasps;
  if (stage.whole) {
    grasps.emplace();
    for (const Grasp& grasp : stage.scene.grasps) grasps->push_back(grasp.name);
  }
  std::vector<ObjectPlan::Squeeze> squeeze;
  for (const Node& node : controller.list("squeeze")) {
    Fields fields(node, controller.what("squeeze"), reading);
    if (node.kind != Node::Kind::map) continue;
    squeeze.push_back({.grasp = read_name(fields, "grasp", "grasp", grasps),
                       .force = {fields.vector3("moment", {dimension::torque}).value_or(Vector3<double>{}),
                                 fields.vector3("force", {dimension::force}).value_or(Vector3<double>{})}});
    fields.finish();
  }
  return squeeze;
}

ObjectPlan read_object_law(Fields& fields, const Stage& stage, const Reading& reading) {
  ObjectPlan plan;
  if (fields.has("robot"))
    fields.error(*fields.find("robot"), "robot: all arms carry the object together, expected no robot");
  if (stage.whole && !stage.scene.object)
    fields.error(*fields.find("kind"), "kind: the scene has no object that is held by arms");
  read_pose_gains(fields, plan);
  if (stage.whole) {
    read_shares(fields, stage.scene.robots.size(), plan.shares);
  } else {
    fields.find("shares");
  }
  plan.squeeze = read_squeeze(fields, stage, reading);
  Follower object{.is_pose = true};
  if (stage.whole && stage.scene.object) {
    const SceneRobot& robot = *stage.scene.object;
    const std::vector<Body>& bodies = robot.model.description().bodies;
    if (!bodies.empty()) object = frame_of(robot.model, bodies.front().name, robot.state.q);
  }
  plan.target = read_target(fields, object, reading);
  return plan;
}

// Reads `controls`: a map of actuators, a list of numbers, or the name of a position.
void read_controls(Fields& fields, const Model& model, std::vector<double>& controls,
                   const Reading& reading) {
  const Node* const entry = fields.find("controls");
  if (!entry) return;
  std::vector<std::string> names;
  for (const Actuator& actuator : model.description().actuators) names.push_back(actuator.name);
  if (entry->kind == Node::Kind::map) {
    for (const Node& child : entry->children) {
      const auto found = std::find(names.begin(), names.end(), child.key);
      if (found == names.end()) {
        fields.error(child, "controls: " + unknown_name("actuator", child.key, names));
      } else if (const auto control =
                     yaml::number_of(child, fields.what("controls") + " of " + child.key, reading)) {
        controls[std::size_t(found - names.begin())] = *control;
      }
    }
  } else if (entry->kind == Node::Kind::text && names_position(entry->text, model)) {
    try {
      controls = model.named_controls(entry->text);
    } catch (const std::invalid_argument& unknown) {
      fields.error(*entry, std::string("controls: ") + unknown.what());
    }
  } else if (const auto numbers = yaml::numbers_of(*entry, fields.what("controls"), reading)) {
    const std::string problem =
        wrong_size(numbers->size(), names.size(), fmt::format("{}", fmt::join(names, ", ")));
    if (problem.empty()) {
      controls = *numbers;
    } else {
      fields.error(*entry, "controls: " + problem);
    }
  }
}

ActuatorPlan read_actuator_law(Fields& fields, Driven driven, const Reading& reading) {
  ActuatorPlan plan;
  if (!driven.model) {
    fields.find("controls");
    return plan;
  }
  const auto& actuators = driven.model->description().actuators;
  read_controls(fields, *driven.model, driven.controls, reading);
  for (std::size_t i = 0; i < actuators.size(); ++i)
    plan.controls.emplace_back(actuators[i].name, driven.controls[i]);
  return plan;
}

template <class Plan>
Plan read_motor_law(Fields& fields, const Driven& driven, const Dimensions& stiffness,
                    const Dimensions& damping, const Reading& reading) {
  Plan plan;
  const std::size_t motors = read_motors(fields, driven.model, plan.joints, reading);
  read_gains(fields, "stiffness", motors, "motor", plan.stiffness, stiffness);
  read_gains(fields, "damping", motors, "motor", plan.damping, damping);
  plan.target = read_target(fields, driven.itself(), reading);
  return plan;
}

LqrPlan read_lqr(Fields& fields, const Driven& driven, const Reading& reading) {
  LqrPlan plan;
  const std::size_t motors = read_motors(fields, driven.model, plan.joints, reading);
  const std::size_t dofs = driven.model ? std::size_t(driven.model->velocity_size()) : 0;
  read_gains(fields, "position_cost", dofs, "degree of freedom", plan.position_cost, {});
  read_gains(fields, "velocity_cost", dofs, "degree of freedom", plan.velocity_cost, {});
  read_gains(fields, "torque_cost", motors, "motor", plan.torque_cost, {});
  plan.target = read_target(fields, driven.itself(), reading);
  return plan;
}

void read_law(Fields& fields, Law law, const Stage& stage, const Driven& driven, ControllerPlan& plan,
              const Reading& reading) {
  switch (law) {
    case Law::joint_pd: {
      auto pd = read_motor_law<JointPdPlan>(fields, driven, joint_stiffness, joint_damping, reading);
      pd.gravity = fields.flag("gravity").value_or(pd.gravity);
      plan.law = std::move(pd);
      break;
    }
    case Law::computed_torque:
      plan.law = read_motor_law<ComputedTorquePlan>(fields, driven, {dimension::rate_squared},
                                                    {dimension::rate}, reading);
      break;
    case Law::operational_space:
      plan.law = read_operational_space(fields, driven, reading);
      break;
    case Law::passivity: {
      PassivityPlan passivity;
      const std::size_t dofs = driven.model ? std::size_t(driven.model->velocity_size()) : 0;
      read_gains(fields, "rate", dofs, "degree of freedom", passivity.rate, {dimension::rate});
      read_gains(fields, "damping", dofs, "degree of freedom", passivity.damping, joint_damping);
      passivity.target = read_target(fields, driven.itself(), reading);
      plan.law = std::move(passivity);
      break;
    }
    case Law::decoupled: {
      DecoupledPlan decoupled;
      decoupled.frequency =
          above_zero(fields, "frequency", decoupled.frequency, {dimension::angular_velocity});
      decoupled.damping_ratio = not_negative(fields, "damping_ratio", decoupled.damping_ratio);
      decoupled.target = read_target(fields, driven.itself(), reading);
      plan.law = std::move(decoupled);
      break;
    }
    case Law::lqr:
      plan.law = read_lqr(fields, driven, reading);
      break;
    case Law::actuators:
      plan.law = read_actuator_law(fields, driven, reading);
      break;
    case Law::object:
      plan.law = read_object_law(fields, stage, reading);
      break;
  }
}

}  // namespace

void read_gains(Fields& fields, const char* key, std::size_t count, const char* what,
                std::vector<double>& gains, const Dimensions& units) {
  const Node* const entry = fields.find(key);
  const auto read = fields.numbers(key, 1, yaml::max_nodes, units);
  if (!read) return;
  if (count != 0 && read->size() != 1 && read->size() != count)
    fields.error(*entry,
                 fmt::format("{}: got {} numbers, expected 1{}", key, read->size(),
                             count == 1 ? "" : fmt::format(", or {} (one for each {})", count, what)));
  for (const double gain : *read) {
    if (!(gain >= 0)) fields.error(*entry, fmt::format("{}: got {:g}, expected 0 or more", key, gain));
  }
  gains = *read;
}

std::size_t read_motors(Fields& fields, const Model* model, std::vector<std::string>& joints,
                        const Reading& reading) {
  Names known;
  if (model) {
    known.emplace();
    for (const JointInfo& joint : model->joints()) {
      if (joint.kind != JointKind::floating) known->push_back(joint.name);
    }
  }
  joints = read_names(fields, "joints", "joint", known, reading);
  if (!model) return 0;
  if (joints.empty()) return detail::motor_dofs(*model, {}).size();
  std::size_t dofs = 0;
  for (const JointInfo& joint : model->joints()) {
    if (std::find(joints.begin(), joints.end(), joint.name) != joints.end())
      dofs += std::size_t(joint.v_size);
  }
  return dofs;
}

std::vector<ControllerPlan> read_controllers(Fields& simulation, const Stage& stage, const Reading& reading) {
  std::vector<ControllerPlan> plans;
  const std::vector<Node>& list = simulation.list("controllers");
  for (std::size_t i = 0; i < list.size(); ++i) {
    Fields fields(list[i], "controller " + std::to_string(i + 1), reading);
    if (list[i].kind != Node::Kind::map) continue;
    ControllerPlan plan;
    if (!fields.has("kind")) fields.error(list[i], "has no kind");
    const auto law = read_word(fields, "kind", laws);
    const Driven driven = read_driven(fields, stage, plan.robot);
    plan.period = not_negative(fields, "period", plan.period, {dimension::time});
    if (!law) continue;  // without a kind, the allowed keys are not known
    if (law != Law::actuators)
      plan.compensate_friction = fields.flag("compensate_friction").value_or(plan.compensate_friction);
    read_law(fields, *law, stage, driven, plan, reading);
    fields.finish();
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace sinew::scenes
