#include "apps/cli/robot_parts.hpp"

#include "sinew/algorithms/dynamics/sensors.hpp"
#include "sinew/algorithms/kinematics/tendons.hpp"

namespace sinew::cli {

std::vector<TendonValues> tendon_values(Workspace<double>& work, const State& state) {
  std::vector<TendonValues> list;
  set_state(work, state.q, state.v);
  for (std::size_t i = 0; i < work.model.tendons().size(); ++i) {
    const TendonIndex tendon{static_cast<int>(i)};
    TendonValues& values = list.emplace_back(
        TendonValues{.length = tendon_length(work, tendon), .velocity = tendon_velocity(work, tendon)});
    values.moment_arms.resize(state.v.size());
    tendon_moment_arms(work, tendon, values.moment_arms);
  }
  return list;
}

std::vector<ActuatorValues> actuator_values(Workspace<double>& work, const Inputs& inputs,
                                            std::span<double> tau) {
  Actuators actuators(inputs.model);
  set_state(work, inputs.state.q, inputs.state.v);
  actuators.update(work, inputs.controls);
  for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += actuators.torques()[i];
  std::vector<ActuatorValues> list;
  for (std::size_t i = 0; i < actuators.size(); ++i)
    list.push_back({actuators.lengths()[i], actuators.velocities()[i], actuators.forces()[i]});
  return list;
}

std::vector<std::vector<double>> sensor_values(Workspace<double>& work,
                                               const std::vector<ActuatorValues>& actuators) {
  Sensors sensors(work.model);
  std::vector<double> forces, all(static_cast<std::size_t>(sensors.size()));
  for (const ActuatorValues& actuator : actuators) forces.push_back(actuator.force);
  sensors.evaluate(work, 0, forces, all);
  std::vector<std::vector<double>> list;
  auto next = all.begin();
  for (const Sensor& sensor : work.model.description().sensors) {
    const auto end = next + value_count(sensor.kind);
    list.emplace_back(next, end);
    next = end;
  }
  return list;
}

}  // namespace sinew::cli
