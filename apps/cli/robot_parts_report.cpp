#include "apps/cli/robot_parts_report.hpp"

#include "apps/cli/dof_tables.hpp"

namespace sinew::cli {
namespace {

// One row for each joint that changes the length of a tendon.
std::string moment_arm_table(const Model& model, const std::vector<TendonValues>& tendons) {
  const std::vector<std::string> dofs = names_of(velocity_coordinates(model));
  std::vector<std::string> names, joints;
  std::vector<double> arms;
  for (std::size_t i = 0; i < tendons.size(); ++i) {
    for (std::size_t k = 0; k < dofs.size(); ++k) {
      if (tendons[i].moment_arms[k] == 0) continue;
      names.push_back(model.description().tendons[i].name);
      joints.push_back(dofs[k]);
      arms.push_back(tendons[i].moment_arms[k]);
    }
  }
  Table table;
  table.add_column("tendon", names);
  table.add_column("per unit of v of", joints);
  table.add_numbers("moment arm", arms);
  return table.to_string();
}

std::vector<std::string> value_names(std::size_t count) {
  if (count == 4) return {"qw", "qx", "qy", "qz"};
  if (count == 3) return {"x", "y", "z"};
  return {""};
}

}  // namespace

std::string tendon_values_text(const Model& model, const std::vector<TendonValues>& tendons) {
  if (tendons.empty()) return "  (the robot has no tendons)\n";
  Table table;
  table.add_texts("tendon", model.description().tendons, &Tendon::name);
  table.add_numbers("length", tendons, &TendonValues::length);
  table.add_numbers("rate", tendons, &TendonValues::velocity);
  return table.to_string() + "\n" + moment_arm_table(model, tendons);
}

std::string actuator_values_text(const Inputs& inputs, const std::vector<ActuatorValues>& actuators,
                                 const std::vector<double>& torques) {
  if (actuators.empty()) return "  (the robot has no actuators)\n";
  Table table;
  table.add_texts("actuator", inputs.model.description().actuators, &Actuator::name);
  table.add_numbers("control", inputs.controls);
  table.add_numbers("length", actuators, &ActuatorValues::length);
  table.add_numbers("velocity", actuators, &ActuatorValues::velocity);
  table.add_numbers("force", actuators, &ActuatorValues::force);
  return table.to_string() + "\njoint torques of all actuators\n\n" +
         coordinate_table(velocity_coordinates(inputs.model), "tau", torques, Derivative::effort);
}

std::string sensor_values_text(const Model& model, const std::vector<std::vector<double>>& sensors) {
  if (sensors.empty()) return "  (the robot has no sensors)\n";
  std::vector<std::string> names, kinds, parts;
  std::vector<double> values;
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    const Sensor& sensor = model.description().sensors[i];
    for (const std::string& part : value_names(sensors[i].size())) {
      names.push_back(sensor.name);
      kinds.emplace_back(name_of(sensor.kind));
      parts.push_back(part);
    }
    values.insert(values.end(), sensors[i].begin(), sensors[i].end());
  }
  Table table;
  table.add_column("sensor", names);
  table.add_column("kind", kinds);
  table.add_column("", parts);
  table.add_numbers("value", values);
  return table.to_string();
}

Json tendon_values_json(const Model& model, const std::vector<TendonValues>& tendons) {
  Json list = Json::array();
  for (std::size_t i = 0; i < tendons.size(); ++i)
    list.push_back({{"name", model.description().tendons[i].name},
                    {"length", tendons[i].length},
                    {"velocity", tendons[i].velocity},
                    {"moment_arms", tendons[i].moment_arms}});
  return list;
}

Json actuator_values_json(const Model& model, const std::vector<ActuatorValues>& actuators) {
  Json list = Json::array();
  for (std::size_t i = 0; i < actuators.size(); ++i)
    list.push_back({{"name", model.description().actuators[i].name},
                    {"length", actuators[i].length},
                    {"velocity", actuators[i].velocity},
                    {"force", actuators[i].force}});
  return list;
}

Json sensor_values_json(const Model& model, const std::vector<std::vector<double>>& sensors) {
  Json list = Json::array();
  for (std::size_t i = 0; i < sensors.size(); ++i) {
    const Sensor& sensor = model.description().sensors[i];
    list.push_back({{"name", sensor.name}, {"kind", name_of(sensor.kind)}, {"values", sensors[i]}});
  }
  return list;
}

}  // namespace sinew::cli
