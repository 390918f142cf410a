#include "plans.hpp"

#include <nanobind/stl/string.h>

#include <optional>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/simulate/controllers/operational_space_control.hpp"
#include "spatial.hpp"

namespace sinew::python {
namespace {

double number(const char* name, nb::handle value) {
  const double read = PyFloat_AsDouble(value.ptr());
  if (read == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    throw std::invalid_argument(std::string(name) + " is " + text_of(nb::repr(value)) +
                                ", expected a number");
  }
  return read;
}

std::string text(const char* name, nb::handle value) {
  if (!PyUnicode_Check(value.ptr()))
    throw std::invalid_argument(std::string(name) + " is " + text_of(nb::repr(value)) + ", expected a text");
  return text_of(value);
}

bool flag(const char* name, nb::handle value) {
  if (!PyBool_Check(value.ptr()))
    throw std::invalid_argument(std::string(name) + " is " + text_of(nb::repr(value)) +
                                ", expected True or False");
  return value.ptr() == Py_True;
}

// One attribute of an object, named in messages.
double number_in(nb::handle object, const char* name) {
  return number(name, object.attr(name));
}
std::string text_in(nb::handle object, const char* name) {
  return text(name, object.attr(name));
}
bool flag_in(nb::handle object, const char* name) {
  return flag(name, object.attr(name));
}
// A number, or a list of numbers.
std::vector<double> numbers_in(nb::handle object, const char* name) {
  return double_vector(name, nb::module_::import_("numpy").attr("atleast_1d")(object.attr(name)));
}
std::vector<double> list_in(nb::handle object, const char* name) {
  if (nb::len(nb::object(object.attr(name))) == 0) return {};
  return double_vector(name, object.attr(name));
}

std::string kind_of(const char* what, nb::handle object) {
  if (!PyObject_HasAttrString(object.ptr(), "kind"))
    throw std::invalid_argument(text_of(nb::repr(object)) + " is no " + what);
  return text_of(object.attr("kind"));
}

template <class Enum>
Enum enum_named(const char* what, const std::string& name, std::initializer_list<Enum> all) {
  std::vector<std::string> names;
  for (const Enum one : all) {
    if (name == name_of(one)) return one;
    names.emplace_back(name_of(one));
  }
  throw std::invalid_argument(unknown_name(what, name, names));
}

// ---- Targets -------------------------------------------------------------------------------------

// What a controller moves: the robot whose coordinates or the frame whose pose follow the target, and where it starts.
struct Follower {
  const Model* robot = nullptr;  // null: poses
  std::vector<double> start{};
};

const SimulatedRobot* arm_named(const SimulatedScene& scene, const std::string& name) {
  for (const SimulatedRobot& arm : scene.arms)
    if (arm.name == name) return &arm;
  return nullptr;  // make_controller names the arms that it knows
}

std::vector<double> start_of(const SimulatedScene& scene, const SimulatedRobot* part) {
  if (!part) return scene.state.q;
  const auto first = scene.state.q.begin() + part->q_index;
  return {first, first + part->model.position_size()};
}

Follower joints_of(const SimulatedScene& scene, const std::string& robot) {
  const SimulatedRobot* const arm = arm_named(scene, robot);
  return {arm ? &arm->model : &scene.whole, start_of(scene, arm)};
}

Follower frame_of(const SimulatedScene& scene, const std::string& robot, const std::string& frame) {
  const Follower joints = joints_of(scene, robot);
  Workspace<double> work(*joints.robot);
  update_poses(work, joints.start);
  const auto pose = pose_coordinates(sinew::pose(work, joints.robot->frame(frame)));
  return {nullptr, {pose.begin(), pose.end()}};
}

// Reads one waypoint; `before`: the position at the waypoint before it.
std::vector<double> waypoint_of(const Follower& follower, nb::handle given, std::vector<double> before) {
  if (PyDict_Check(given.ptr()) && follower.robot) {
    for (const auto& [name, value] : nb::cast<nb::dict>(given)) {
      const JointInfo& joint = follower.robot->joint(text("the name of a joint", name));
      const nb::object array = nb::module_::import_("numpy").attr("atleast_1d")(value);
      const std::vector<double> q = double_vector(joint.name.c_str(), array, joint.q_size);
      std::copy(q.begin(), q.end(), before.begin() + joint.q_index);
    }
    return before;
  }
  if (!follower.robot && nb::cast<int>(nb::module_::import_("numpy").attr("ndim")(given)) == 2) {
    const auto pose = pose_coordinates(transform_of("a waypoint", given));
    return {pose.begin(), pose.end()};
  }
  return double_vector("a waypoint", given, int(before.size()));
}

TrajectoryPlan target_of(const Follower& follower, nb::handle target) {
  TrajectoryPlan plan;
  if (target.is_none()) return plan;
  if (!PyObject_HasAttrString(target.ptr(), "waypoints"))
    return standing_at(waypoint_of(follower, target, follower.start));
  const std::string interpolation = text_in(target, "interpolation");
  if (interpolation == "spline")
    plan.interpolation = Interpolation::spline;
  else if (interpolation != "minimum_jerk")
    throw std::invalid_argument(unknown_name("interpolation", interpolation, {"minimum_jerk", "spline"}));
  plan.times = double_vector("times", target.attr("times"));
  std::vector<double> before = follower.start;
  if (!plan.times.empty() && plan.times.front() > 0) {
    plan.times.insert(plan.times.begin(), 0);
    plan.values.push_back(before);
  }
  for (const nb::handle waypoint : target.attr("waypoints")) {
    before = waypoint_of(follower, waypoint, before);
    plan.values.push_back(before);
  }
  return plan;
}

// ---- Controllers ---------------------------------------------------------------------------------

ActuatorPlan actuator_plan(const Model& robot, nb::handle controls) {
  ActuatorPlan plan;
  if (PyUnicode_Check(controls.ptr())) {
    const std::vector<double> named = robot.named_controls(text_of(controls));
    for (std::size_t i = 0; i < named.size(); ++i)
      plan.controls.emplace_back(robot.description().actuators[i].name, named[i]);
    return plan;
  }
  for (const auto& [name, value] :
       nb::cast<nb::dict>(nb::module_::import_("builtins").attr("dict")(controls)))
    plan.controls.emplace_back(text("the name of an actuator", name), number("the control", value));
  return plan;
}

ObjectPlan object_plan(const SimulatedScene& scene, nb::handle object) {
  ObjectPlan plan{.stiffness = numbers_in(object, "stiffness"),
                  .damping = numbers_in(object, "damping"),
                  .shares = list_in(object, "shares"),
                  .joint_damping = number_in(object, "joint_damping")};
  for (const auto& [grasp, wrench] :
       nb::cast<nb::dict>(nb::module_::import_("builtins").attr("dict")(object.attr("squeeze"))))
    plan.squeeze.push_back({text("the name of a grasp", grasp), force_of("squeeze", wrench)});
  if (!scene.object.empty())
    plan.target = target_of({nullptr, start_of(scene, &scene.object.front())}, object.attr("target"));
  return plan;
}

// ---- Forces --------------------------------------------------------------------------------------

Transform<double> placement_of(nb::handle given) {
  const nb::module_ numpy = nb::module_::import_("numpy");
  if (nb::cast<int>(numpy.attr("ndim")(given)) == 2) return transform_of("a placement", given);
  return {{}, vector3_of("a point", given)};
}

LoopEnd end_of(nb::handle given) {
  if (PyUnicode_Check(given.ptr())) return {text_of(given), {}};
  if (PyTuple_Check(given.ptr()) && nb::len(given) == 2)
    return {text("the name of a body", nb::object(given[0])), placement_of(nb::object(given[1]))};
  return {"", placement_of(given)};
}

// ---- Options -------------------------------------------------------------------------------------

void set_integrator(const nb::dict& options, IntegratorOptions& integrator) {
  const auto given = [&](const char* name) -> std::optional<double> {
    if (!options.contains(name)) return std::nullopt;
    return number(name, options[name]);
  };
  if (options.contains("integrator")) {
    using enum IntegratorKind;
    const auto kind = enum_named("integrator", text("integrator", options["integrator"]),
                                 {semi_implicit_euler, rk4, rkmk4, variational, adaptive, stiff});
    if (kind != integrator.kind) integrator = {.kind = kind};
  }
  if (const auto step = given("step")) integrator.step = *step;
  const auto relative = given("tolerance"), absolute = given("absolute_tolerance");
  if ((relative || absolute) && integrator.kind != IntegratorKind::adaptive &&
      integrator.kind != IntegratorKind::stiff)
    throw std::invalid_argument(std::string("the integrator '") + name_of(integrator.kind) +
                                "' has fixed steps and no tolerance: expected 'adaptive' or 'stiff'");
  if (relative) integrator.relative_tolerance = *relative, integrator.absolute_tolerance = 0.01 * *relative;
  if (absolute) integrator.absolute_tolerance = *absolute;
}

void set_mechanism(const nb::dict& options, MechanismOptions& mechanism) {
  if (options.contains("stabilisation")) {
    using enum Stabilisation;
    mechanism.stabilisation = enum_named("stabilisation", text("stabilisation", options["stabilisation"]),
                                         {none, projection, baumgarte});
  }
  if (options.contains("baumgarte_rate"))
    mechanism.baumgarte_rate = number("baumgarte_rate", options["baumgarte_rate"]);
  if (options.contains("strategy")) {
    using enum Strategy;
    mechanism.strategy = enum_named("strategy", text("strategy", options["strategy"]),
                                    {automatic, block_omega, embedding, dense});
  }
  if (options.contains("rate_linear")) mechanism.rate_linear = flag("rate_linear", options["rate_linear"]);
  if (options.contains("lockable_joints")) mechanism.lockable_joints = names_of(options["lockable_joints"]);
}

}  // namespace

std::vector<std::string> names_of(nb::handle names) {
  if (PyUnicode_Check(names.ptr())) return {text_of(names)};
  std::vector<std::string> list;
  for (const nb::handle name : nb::iter(names)) list.push_back(text("a name", name));
  return list;
}

ControllerPlan controller_plan(const SimulatedScene& scene, nb::handle object) {
  const std::string kind = kind_of("controller", object);
  ControllerPlan plan{.period = number_in(object, "period")};
  if (kind != "object") plan.robot = text_in(object, "robot");
  if (kind != "actuators") plan.compensate_friction = flag_in(object, "compensate_friction");
  const auto joint_target = [&] { return target_of(joints_of(scene, plan.robot), object.attr("target")); };
  if (kind == "joint_pd") {
    plan.law = JointPdPlan{.joints = names_of(object.attr("joints")),
                           .stiffness = numbers_in(object, "stiffness"),
                           .damping = numbers_in(object, "damping"),
                           .gravity = flag_in(object, "gravity"),
                           .target = joint_target()};
  } else if (kind == "computed_torque") {
    plan.law = ComputedTorquePlan{.joints = names_of(object.attr("joints")),
                                  .stiffness = numbers_in(object, "stiffness"),
                                  .damping = numbers_in(object, "damping"),
                                  .target = joint_target()};
  } else if (kind == "operational_space") {
    const std::string frame = text_in(object, "frame");
    plan.law =
        OperationalSpacePlan{.frame = frame,
                             .stiffness = numbers_in(object, "stiffness"),
                             .damping = numbers_in(object, "damping"),
                             .joint_damping = number_in(object, "joint_damping"),
                             .target = target_of(frame_of(scene, plan.robot, frame), object.attr("target"))};
  } else if (kind == "passivity") {
    plan.law = PassivityPlan{.rate = numbers_in(object, "rate"),
                             .damping = numbers_in(object, "damping"),
                             .target = joint_target()};
  } else if (kind == "decoupled") {
    plan.law = DecoupledPlan{.frequency = number_in(object, "frequency"),
                             .damping_ratio = number_in(object, "damping_ratio"),
                             .target = joint_target()};
  } else if (kind == "lqr") {
    plan.law = LqrPlan{.joints = names_of(object.attr("joints")),
                       .position_cost = numbers_in(object, "position_cost"),
                       .velocity_cost = numbers_in(object, "velocity_cost"),
                       .torque_cost = numbers_in(object, "torque_cost"),
                       .target = joint_target()};
  } else if (kind == "object") {
    plan.law = object_plan(scene, object);
  } else if (kind == "actuators") {
    plan.law = actuator_plan(*joints_of(scene, plan.robot).robot, object.attr("controls"));
  } else {
    throw std::invalid_argument(unknown_name("controller", kind,
                                             {"joint_pd", "computed_torque", "operational_space", "passivity",
                                              "decoupled", "lqr", "object", "actuators"}));
  }
  return plan;
}

ForcePlan force_plan(nb::handle object) {
  const std::string kind = kind_of("force", object);
  if (kind == "joint_spring")
    return JointSpringPlan{.joint = text_in(object, "joint"),
                           .stiffness = number_in(object, "stiffness"),
                           .damping = number_in(object, "damping"),
                           .rest = number_in(object, "rest")};
  if (kind == "point_spring")
    return PointSpringPlan{.first = end_of(object.attr("first")),
                           .second = end_of(object.attr("second")),
                           .stiffness = number_in(object, "stiffness"),
                           .damping = number_in(object, "damping"),
                           .length = number_in(object, "length")};
  if (kind == "push")
    return PushPlan{.at = end_of(object.attr("at")),
                    .force = vector3_of("force", object.attr("force")),
                    .moment = vector3_of("moment", object.attr("moment")),
                    .from = number_in(object, "start"),
                    .until = number_in(object, "until")};
  if (kind == "disturbance")
    return DisturbancePlan{.size = number_in(object, "size"),
                           .period = number_in(object, "period"),
                           .seed = nb::cast<std::uint64_t>(object.attr("seed"))};
  throw std::invalid_argument(
      unknown_name("force", kind, {"joint_spring", "point_spring", "push", "disturbance"}));
}

LimitPlan limit_plan(nb::handle limits) {
  LimitPlan plan;
  const bool is_kind = PyUnicode_Check(limits.ptr());
  const std::string kind = is_kind ? text_of(limits) : kind_of("Limits", limits);
  if (kind == "none")
    plan.kind = LimitKind::none;
  else if (kind == "soft")
    plan.kind = LimitKind::soft;
  else if (kind != "hard")
    throw std::invalid_argument(unknown_name("kind of limits", kind, {"none", "soft", "hard"}));
  if (is_kind) return plan;
  plan.stiffness = number_in(limits, "stiffness");
  plan.damping = number_in(limits, "damping");
  plan.restitution = number_in(limits, "restitution");
  plan.rest_speed = number_in(limits, "rest_speed");
  return plan;
}

EventPlan event_plan(nb::handle event) {
  EventPlan plan{.name = text_in(event, "name"),
                 .release = names_of(event.attr("release")),
                 .close = names_of(event.attr("close")),
                 .stop = flag_in(event, "stop")};
  if (!nb::object(event.attr("at")).is_none()) {
    plan.when = AtTime{number_in(event, "at")};
    return plan;
  }
  AtJoint at{.joint = text_in(event, "joint")};
  for (const char* const name : {"rises_to", "falls_to", "velocity_rises_to", "velocity_falls_to"}) {
    if (nb::object(event.attr(name)).is_none()) continue;
    at.of_velocity = std::string_view(name).starts_with("velocity");
    at.rising = std::string_view(name).ends_with("rises_to");
    at.value = number_in(event, name);
  }
  plan.when = at;
  return plan;
}

void set_options(const nb::dict& options, SimulationPlan& plan) {
  const auto read_number = [&](const char* name, double& to) {
    if (options.contains(name)) to = number(name, options[name]);
  };
  const auto read_flag = [&](const char* name, bool& to) {
    if (options.contains(name)) to = flag(name, options[name]);
  };
  read_number("duration", plan.options.duration);
  read_number("record_interval", plan.options.record_interval);
  if (options.contains("frames")) plan.options.frames = names_of(options["frames"]);
  if (options.contains("max_events")) plan.options.max_events = nb::cast<long>(options["max_events"]);
  set_integrator(options, plan.integrator);
  set_mechanism(options, plan.mechanism);
  read_flag("constant_torques", plan.constant_torques);
  read_flag("joint_damping", plan.joint_damping);
  read_flag("joint_springs", plan.joint_springs);
  read_flag("dry_friction", plan.dry_friction);
  read_flag("tendon_springs", plan.tendon_springs);
  read_flag("tendon_damping", plan.tendon_damping);
  read_flag("gravity_compensation", plan.gravity_compensation);
  read_flag("effort_limits", plan.effort_limits);
  read_flag("release_pulling", plan.release_pulling);
  if (options.contains("limits")) plan.limits = limit_plan(options["limits"]);
  if (options.contains("open")) plan.open = names_of(options["open"]);
}

}  // namespace sinew::python
