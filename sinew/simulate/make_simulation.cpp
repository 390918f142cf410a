#include "sinew/simulate/make_simulation.hpp"

#include <algorithm>
#include <stdexcept>

namespace sinew {
namespace {

int loop_named(const Model& whole, const std::string& name) {
  const auto& loops = whole.description().loops;
  const auto found =
      std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.name == name; });
  if (found == loops.end())
    throw std::invalid_argument("there is no loop or grasp '" + name + "' in '" + whole.name() + "'");
  return int(found - loops.begin());
}

// The action of an event: releases and closes loops, and notifies the controllers.
class Change {
 public:
  Change(const Model& whole, const EventPlan& plan) : stop_(plan.stop) {
    for (const std::string& name : plan.release) release_.push_back({name, loop_named(whole, name)});
    for (const std::string& name : plan.close) close_.push_back({name, loop_named(whole, name)});
  }

  void operator()(EventContext& context) const {
    Mechanism& mechanism = context.dynamics.mechanism();
    for (const auto& [name, loop] : release_) {
      mechanism.release(loop);
      context.dynamics.tell(name, false);
    }
    for (const auto& [name, loop] : close_) {
      context.energy_lost += mechanism.close(loop, context.state.q, context.state.v);
      context.dynamics.tell(name, true);
    }
    context.stop = stop_;
  }

 private:
  struct Named {
    std::string name{};
    int loop = 0;
  };
  std::vector<Named> release_, close_;
  bool stop_;
};

// Returns a function that falls to zero where a joint's position or velocity reaches a value from one side.
FunctionEvent::Value distance(const Model& whole, const AtJoint& at) {
  const JointInfo& joint = whole.joint(at.joint);
  if (joint.v_size != 1)
    throw std::invalid_argument("joint '" + at.joint + "' has " + std::to_string(joint.v_size) +
                                " degrees of freedom; expected 1 for an event");
  const auto place = std::size_t(at.of_velocity ? joint.v_index : joint.q_index);
  const double sign = at.rising ? 1 : -1;
  return [=](const SimulationState& state) {
    return sign * (at.value - (at.of_velocity ? state.v : state.q)[place]);
  };
}

ArmsAndObject arms_of(const SimulatedScene& scene) {
  ArmsAndObject parts{.object = Model(Description{.name = "nothing", .gravity = scene.whole.gravity()}),
                      .grasps = scene.grasps};
  for (const SimulatedRobot& arm : scene.arms) {
    parts.arms.push_back(arm.model);
    parts.names.push_back(arm.name);
  }
  for (const SimulatedRobot& object : scene.object) parts.object = object.model;
  parts.names.push_back(scene.object.empty() ? "nothing" : scene.object.front().name);
  return parts;
}

}  // namespace

void add_event(Simulation& simulation, const EventPlan& plan) {
  const Model& whole = simulation.mechanism().model();
  const Change change(whole, plan);
  if (const auto* at = std::get_if<AtTime>(&plan.when)) {
    simulation.add(TimedEvent{at->time, plan.name, change});
  } else {
    simulation.add(
        std::make_unique<FunctionEvent>(plan.name, distance(whole, std::get<AtJoint>(plan.when)), change));
  }
}

void add_controller(Simulation& simulation, const SimulatedScene& scene, const ControllerPlan& plan,
                    const Resistance& acting) {
  SimulatedRobot robot{.model = scene.whole};
  if (!plan.robot.empty()) {
    const auto is_meant = [&](const SimulatedRobot& arm) { return arm.name == plan.robot; };
    const auto found = std::find_if(scene.arms.begin(), scene.arms.end(), is_meant);
    if (found == scene.arms.end())
      throw std::invalid_argument("unknown robot '" + plan.robot + "' of a controller");
    robot = *found;
  }
  simulation.dynamics().add(make_controller(scene, plan, acting), robot.model, robot.q_index, robot.v_index,
                            plan.period, robot.actuator_index);
  if (auto target = make_recorded_target(scene, plan)) simulation.record_target(*std::move(target));
}

Simulation make_simulation(const SimulatedScene& scene, const SimulationPlan& plan) {
  MechanismOptions options = plan.mechanism;
  for (std::string& joint : lockable_joints(scene.whole, plan))
    options.lockable_joints.push_back(std::move(joint));
  if (!scene.arms.empty()) options.arms = arms_of(scene);
  Simulation simulation(scene.whole, options, plan.options);
  simulation.set_integrator(plan.integrator);
  SimulationState& state = simulation.state();
  if (!scene.state.q.empty()) state.q = scene.state.q;
  if (!scene.state.v.empty()) state.v = scene.state.v;
  if (plan.constant_torques && !scene.state.tau.empty())
    simulation.dynamics().set_constant_torques(scene.state.tau);
  simulation.dynamics().limit_efforts(plan.effort_limits);
  const Resistance acting{.damping = plan.joint_damping, .dry_friction = plan.dry_friction};
  for (const ControllerPlan& controller : plan.controllers)
    add_controller(simulation, scene, controller, acting);
  for (const ForcePlan& force : plan.forces) simulation.add(make_force(scene.whole, force));
  add_joint_forces(simulation, plan);
  add_stops(simulation, scene, plan);
  simulation.leave_out(left_out(scene.whole, plan));
  for (const EventPlan& event : plan.events) add_event(simulation, event);
  for (const std::string& name : plan.open) {
    simulation.mechanism().release(loop_named(scene.whole, name));
    simulation.dynamics().tell(name, false);
  }
  return simulation;
}

}  // namespace sinew
