// Builds a simulation that is ready to run from a scene and a plan.
#pragma once

#include <optional>
#include <span>

#include "sinew/model/state.hpp"
#include "sinew/simulate/controllers/friction_compensation.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

// One robot of a scene, and where its coordinates and actuators start in those of the whole model.
struct SimulatedRobot {
  std::string name{};
  Model model;
  int q_index = 0, v_index = 0, actuator_index = 0;
};

// The scene to simulate: one model of the whole, and the arms and object that it is made of if there are several arms.
struct SimulatedScene {
  Model whole;
  State state{};                         // q and v at the start; tau: constant joint torques
  std::vector<SimulatedRobot> arms{};    // empty: the whole is one mechanism
  std::vector<SimulatedRobot> object{};  // one object, or empty
  std::vector<Grasp> grasps{};
};

// Throws std::invalid_argument, whose message names what is missing or inconsistent.
Simulation make_simulation(const SimulatedScene& scene, const SimulationPlan& plan);

// The steps of make_simulation: each makes or adds one kind of part.
// `acting`: the resisting forces of joints that the controller may have to compensate.
std::unique_ptr<Controller> make_controller(const SimulatedScene& scene, const ControllerPlan& plan,
                                            const Resistance& acting = {});
// Nothing for controllers that follow no target, such as actuators.
std::optional<RecordedTarget> make_recorded_target(const SimulatedScene& scene, const ControllerPlan& plan);
// Adds the controller, and its target to the records.
void add_controller(Simulation& simulation, const SimulatedScene& scene, const ControllerPlan& plan,
                    const Resistance& acting = {});
void add_event(Simulation& simulation, const EventPlan& plan);
std::unique_ptr<ForceElement> make_force(const Model& whole, const ForcePlan& plan);
void add_joint_forces(Simulation& simulation, const SimulationPlan& plan);  // and weights, soft limits
// Adds hard limits, dry friction, and the release of grasps that would have to pull.
void add_stops(Simulation& simulation, const SimulatedScene& scene, const SimulationPlan& plan);
// Returns what a simulation with this plan leaves out of the model, one entry for each kind: contacts, forces that the
// plan switches off, and parts of the model's file that sinew does not read, such as actuators.
std::vector<std::string> left_out(const Model& whole, const SimulationPlan& plan);
// Returns the joints that hard limits and dry friction in the plan must be able to lock, without those that
// plan.mechanism.lockable_joints already names.
std::vector<std::string> lockable_joints(const Model& whole, const SimulationPlan& plan);

}  // namespace sinew
