#include "sinew/io/internal/mjcf/actuator_lowering.hpp"

#include <unordered_map>

#include "sinew/base/name_pool.hpp"

namespace sinew::mjcf {

std::map<std::string, double> lower_actuators(const BodyTree& tree, LoweredNames& names,
                                              Description& description) {
  NamePool pool;
  for (const TreeActuator& from : tree.actuators) pool.take(from.actuator.name);
  std::unordered_map<std::string, sinew::Joint*> joints;
  for (Body& body : description.bodies) joints.emplace(body.joint.name, &body.joint);
  std::map<std::string, double> ratios;
  names.actuators.resize(tree.actuators.size());
  int id = 0;
  for (const std::size_t i : in_mujoco_order(tree.actuators)) {
    const TreeActuator& from = tree.actuators[i];
    const std::string number = std::to_string(id++);
    if (from.is_left_out) continue;
    Actuator actuator = from.actuator;
    Transmission& transmission = actuator.transmission;
    if (actuator.name.empty()) actuator.name = pool.unique("actuator" + number);
    if (transmission.kind == TransmissionKind::site) {
      transmission.site = names.end(from.site);
      if (transmission.reference) transmission.reference = names.end(from.reference);
    } else if (transmission.kind == TransmissionKind::tendon) {
      transmission.target = description.tendons[static_cast<std::size_t>(from.tendon)].name;
    } else {
      transmission.target = names.joint(from.joint);
      for (DegreeOfFreedom& dof : joints.at(transmission.target)->dofs) {
        dof.armature += from.armature;
        dof.damping += from.damping;
      }
    }
    if (from.damping_ratio > 0) ratios[actuator.name] = from.damping_ratio;
    names.actuators[i] = actuator.name;
    description.actuators.push_back(std::move(actuator));
  }
  return ratios;
}

void lower_sensors(const BodyTree& tree, const LoweredNames& names, Description& description) {
  NamePool pool;
  for (const TreeSensor& from : tree.sensors) pool.take(from.sensor.name);
  const auto end_of = [&](const TreeFrame& frame) {
    LoopEnd end = names.end(frame.end);
    if (frame.at_com && frame.end.body >= 0)
      end.placement.translation = tree.bodies[static_cast<std::size_t>(frame.end.body)].inertial.com;
    return end;
  };
  int id = 0;
  for (const std::size_t i : in_mujoco_order(tree.sensors)) {
    const TreeSensor& from = tree.sensors[i];
    const std::string number = std::to_string(id++);
    if (from.is_left_out) continue;
    Sensor sensor = from.sensor;
    if (sensor.name.empty()) sensor.name = pool.unique("sensor" + number);
    const auto index = static_cast<std::size_t>(from.index);
    switch (subject_of(sensor.kind)) {
      case SensorSubject::nothing:
        break;
      case SensorSubject::joint:
        sensor.object = names.joint(from.joint);
        break;
      case SensorSubject::tendon:
        sensor.object = description.tendons[index].name;
        break;
      case SensorSubject::actuator:
        sensor.object = names.actuators[index];
        break;
      case SensorSubject::subtree:
        if (from.index >= 0) sensor.object = names.bodies[index];
        break;
      case SensorSubject::frame:
        sensor.frame = end_of(from.frame);
        if (from.reference) sensor.reference = end_of(*from.reference);
        break;
    }
    description.sensors.push_back(std::move(sensor));
  }
}

}  // namespace sinew::mjcf
