// Checks actuators and sensors: names, what they are attached to, numbers and ranges.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/number_text.hpp"
#include "sinew/model/description/internal/rules.hpp"

namespace sinew {
namespace {

// The bodies, joints and actuators of a description, by name.
struct Known {
  explicit Known(const Description& description) {
    for (const Body& body : description.bodies) {
      bodies.insert(body.name);
      joints.emplace(body.joint.name, &body.joint);
    }
    for (const Actuator& actuator : description.actuators) actuators.insert(actuator.name);
    for (const Tendon& tendon : description.tendons) tendons.insert(tendon.name);
  }
  std::unordered_set<std::string_view> bodies, actuators, tendons;
  std::unordered_map<std::string_view, const Joint*> joints;
};

// Reports problems of one actuator or sensor.
class ActuatorRules {
 public:
  ActuatorRules(const Known& known, std::string what, const Source& source, Findings& findings)
      : known_(known), what_(std::move(what)), source_(source), findings_(findings) {}

  void error(const std::string& problem) const { findings_.error(source_, what_ + problem); }

  void check_end(const LoopEnd& end) const {
    if (!end.body.empty() && !known_.bodies.contains(end.body))
      error("is on body '" + end.body + "', which does not exist");
    const Rotation<double>& R = end.placement.rotation;
    if (!is_finite(end.placement.translation) || !is_finite(R.row_x) || !is_finite(R.row_y) ||
        !is_finite(R.row_z))
      error("its placement on body '" + end.body + "' is not finite");
  }

  // Returns the joint of that name, or null after an error.
  const Joint* joint(const std::string& name) const {
    const auto found = known_.joints.find(name);
    if (found != known_.joints.end() && found->second->kind != JointKind::fixed) return found->second;
    error("there is no moving joint '" + name + "'");
    return nullptr;
  }
  void check_joint_of_one_dof(const std::string& name) const {
    const Joint* const found = joint(name);
    if (found && dofs_of(*found) != 1)
      error("joint '" + name + "' is " + name_of(found->kind) +
            "; expected a joint with one degree of freedom");
  }
  static int dofs_of(const Joint& joint) {
    return joint.kind == JointKind::custom && joint.custom ? joint.custom->dofs() : velocity_size(joint.kind);
  }

  void check_tendon(const std::string& name) const {
    if (!known_.tendons.contains(name)) error("there is no tendon '" + name + "'");
  }

  template <class Numbers>
  void check_finite_numbers(const char* name, const Numbers& numbers) const {
    if (!std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); }))
      error(std::string("its ") + name + " is not finite");
  }
  void check_range(const char* name, const Interval& range) const {
    if (range.lower <= range.upper) return;
    error(std::string("its ") + name + " range is from " + number_text(range.lower) + " to " +
          number_text(range.upper) + "; expected the lower number first");
  }

  void check_transmission(const Transmission& transmission) const {
    check_finite_numbers("gear", transmission.gear);
    if (transmission.kind == TransmissionKind::site) {
      check_end(transmission.site);
      if (transmission.reference) check_end(*transmission.reference);
      return;
    }
    if (transmission.kind == TransmissionKind::tendon) return check_tendon(transmission.target);
    const Joint* const moved = joint(transmission.target);
    if (moved && dofs_of(*moved) != 1 && moved->kind != JointKind::spherical &&
        moved->kind != JointKind::floating)
      error("joint '" + transmission.target + "' is " + name_of(moved->kind) +
            "; expected a joint with one degree of freedom, a spherical or a floating joint");
  }

  void check_sensor(const Sensor& sensor) const {
    if (!(sensor.cutoff >= 0)) error("its cutoff is " + number_text(sensor.cutoff) + "; expected 0 or more");
    switch (subject_of(sensor.kind)) {
      case SensorSubject::nothing:
        return;
      case SensorSubject::joint:
        if (sensor.kind != SensorKind::joint_quaternion && sensor.kind != SensorKind::joint_angular_velocity)
          return check_joint_of_one_dof(sensor.object);
        if (const Joint* const found = joint(sensor.object); found && found->kind != JointKind::spherical)
          error("joint '" + sensor.object + "' is " + name_of(found->kind) + "; expected a spherical joint");
        return;
      case SensorSubject::tendon:
        return check_tendon(sensor.object);
      case SensorSubject::actuator:
        if (!known_.actuators.contains(sensor.object)) error("there is no actuator '" + sensor.object + "'");
        return;
      case SensorSubject::frame:
        check_end(sensor.frame);
        if (sensor.reference) check_end(*sensor.reference);
        return;
      case SensorSubject::subtree:
        if (!sensor.object.empty() && !known_.bodies.contains(sensor.object))
          error("there is no body '" + sensor.object + "'");
        return;
    }
  }

 private:
  const Known& known_;
  std::string what_;
  const Source& source_;
  Findings& findings_;
};

// Checks that the things have names, and no two the same. Calls `check` for each.
template <class Thing, class Check>
void check_named(const char* kind, const std::vector<Thing>& things, const Known& known, Findings& findings,
                 const Check& check) {
  std::unordered_set<std::string_view> names;
  for (const Thing& thing : things) {
    const ActuatorRules rules(known, std::string(kind) + " '" + thing.name + "': ", thing.source, findings);
    if (thing.name.empty()) rules.error("the name is empty");
    if (!names.insert(thing.name).second) rules.error("the name is used twice; names must be unique");
    check(rules, thing);
  }
}

}  // namespace

void check_actuators(const Description& description, Findings& findings) {
  if (description.actuators.empty() && description.sensors.empty()) return;
  const Known known(description);
  check_named("actuator", description.actuators, known, findings,
              [](const ActuatorRules& rules, const Actuator& actuator) {
                rules.check_transmission(actuator.transmission);
                rules.check_finite_numbers("gain", actuator.gain);
                rules.check_finite_numbers("bias", actuator.bias);
                rules.check_range("control", actuator.control_range);
                rules.check_range("activation", actuator.activation_range);
                rules.check_range("force", actuator.force_range);
                if (actuator.activation == ActivationKind::filter &&
                    !(actuator.time_constant > 0 && std::isfinite(actuator.time_constant)))
                  rules.error("its time constant is " + number_text(actuator.time_constant) +
                              "; expected a number above zero");
              });
  check_named("sensor", description.sensors, known, findings,
              [](const ActuatorRules& rules, const Sensor& sensor) { rules.check_sensor(sensor); });
}

void drop_lost_actuators(Description& description) {
  const Known known(description);
  const auto lost_joint = [&](const std::string& name) {
    const auto found = known.joints.find(name);
    return found == known.joints.end() || found->second->kind == JointKind::fixed;
  };
  const auto lost_end = [&](const LoopEnd& end) {
    return !end.body.empty() && !known.bodies.contains(end.body);
  };
  std::erase_if(description.actuators, [&](const Actuator& actuator) {
    const Transmission& transmission = actuator.transmission;
    if (transmission.kind == TransmissionKind::tendon) return !known.tendons.contains(transmission.target);
    if (transmission.kind != TransmissionKind::site) return lost_joint(transmission.target);
    return lost_end(transmission.site) || (transmission.reference && lost_end(*transmission.reference));
  });
  std::unordered_set<std::string_view> actuators;
  for (const Actuator& actuator : description.actuators) actuators.insert(actuator.name);
  std::erase_if(description.sensors, [&](const Sensor& sensor) {
    switch (subject_of(sensor.kind)) {
      case SensorSubject::nothing:
        return false;
      case SensorSubject::joint:
        return lost_joint(sensor.object);
      case SensorSubject::tendon:
        return !known.tendons.contains(sensor.object);
      case SensorSubject::actuator:
        return !actuators.contains(sensor.object);
      case SensorSubject::frame:
        return lost_end(sensor.frame) || (sensor.reference && lost_end(*sensor.reference));
      case SensorSubject::subtree:
        return !sensor.object.empty() && !known.bodies.contains(sensor.object);
    }
    return false;
  });
  for (NamedPosition& position : description.named_positions) {
    std::erase_if(position.controls, [&](const auto& control) { return !actuators.contains(control.first); });
  }
}

}  // namespace sinew
