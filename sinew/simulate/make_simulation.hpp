// From a plan to a simulation that can run.
#pragma once

#include <span>

#include "sinew/model/state.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

// A robot of a whole, and where its coordinates start there.
struct SimulatedRobot {
  std::string name{};
  Model model;
  int q_index = 0, v_index = 0;
};

// What is simulated: one model, and the arms and object it is made of where there are several.
struct SimulatedScene {
  Model whole;
  State state{};                         // q and v to start with, tau: constant moments
  std::vector<SimulatedRobot> arms{};    // none: the whole is one mechanism
  std::vector<SimulatedRobot> object{};  // one, or none
  std::vector<Grasp> grasps{};
};

// Throws std::invalid_argument that names what does not exist or does not fit.
Simulation make_simulation(const SimulatedScene& scene, const SimulationPlan& plan);

// The parts, one of each per kind of plan; used by make_simulation.
std::unique_ptr<Controller> make_controller(const SimulatedScene& scene, const ControllerPlan& plan);
std::unique_ptr<ForceElement> make_force(const Model& whole, const ForcePlan& plan);
void add_joint_forces(Simulation& simulation, const SimulationPlan& plan);  // damping, soft limits
// Hard limits, dry friction, grasps that would have to pull.
void add_stops(Simulation& simulation, const SimulatedScene& scene, const SimulationPlan& plan);
std::vector<std::string> joints_that_can_be_held(const Model& whole, const SimulationPlan& plan);

}  // namespace sinew
