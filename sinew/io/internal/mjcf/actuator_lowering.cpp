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
  for (const TreeActuator& from : tree.actuators) {
    Actuator actuator = from.actuator;
    Transmission& transmission = actuator.transmission;
    if (actuator.name.empty()) actuator.name = pool.unique("actuator" + std::to_string(from.id));
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
    names.actuators.push_back(actuator.name);
    description.actuators.push_back(std::move(actuator));
  }
  return ratios;
}

}  // namespace sinew::mjcf
