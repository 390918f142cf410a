// Writes tendons, actuators and sensors at one state, as text and as JSON.
#pragma once

#include <string>

#include "apps/cli/json_text.hpp"
#include "apps/cli/robot_parts.hpp"

namespace sinew::cli {

std::string tendon_values_text(const Model& model, const std::vector<TendonValues>& tendons);
std::string actuator_values_text(const Inputs& inputs, const std::vector<ActuatorValues>& actuators,
                                 const std::vector<double>& torques);
std::string sensor_values_text(const Model& model, const std::vector<std::vector<double>>& sensors);

Json tendon_values_json(const Model& model, const std::vector<TendonValues>& tendons);
Json actuator_values_json(const Model& model, const std::vector<ActuatorValues>& actuators);
Json sensor_values_json(const Model& model, const std::vector<std::vector<double>>& sensors);

}  // namespace sinew::cli
