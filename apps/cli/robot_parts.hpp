// Computes tendons, actuators and sensors of a robot at one state, for `sinew compute`.
#pragma once

#include <span>
#include <vector>

#include "apps/cli/inputs.hpp"

namespace sinew::cli {

struct TendonValues {
  double length = 0, velocity = 0;
  std::vector<double> moment_arms{};  // one for each DOF
};
struct ActuatorValues {
  double length = 0, velocity = 0, force = 0;
};

std::vector<TendonValues> tendon_values(Workspace<double>& work, const State& state);

// Adds the joint torques of the actuators to tau. Activations are zero.
std::vector<ActuatorValues> actuator_values(Workspace<double>& work, const Inputs& inputs,
                                            std::span<double> tau);

// Returns the values of each sensor, for a workspace whose accelerations have been computed.
std::vector<std::vector<double>> sensor_values(Workspace<double>& work,
                                               const std::vector<ActuatorValues>& actuators);

}  // namespace sinew::cli
