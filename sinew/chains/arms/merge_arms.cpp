#include "sinew/chains/arms/merge_arms.hpp"

#include <stdexcept>

#include "sinew/base/name_pool.hpp"
#include "sinew/model/description/tendon_rules.hpp"

namespace sinew {
namespace {

void append(Description& whole, const Description& part, const std::string& prefix) {
  const auto named = [&](const std::string& name) { return name.empty() ? name : prefix + name; };
  for (Body body : part.bodies) {
    body.name = named(body.name);
    body.parent = named(body.parent);
    body.joint.name = named(body.joint.name);
    if (body.joint.mimic) body.joint.mimic->joint = named(body.joint.mimic->joint);
    whole.bodies.push_back(std::move(body));
  }
  for (Frame frame : part.frames) {
    frame.name = named(frame.name);
    frame.body = named(frame.body);
    whole.frames.push_back(std::move(frame));
  }
  for (Loop loop : part.loops) {
    loop.name = named(loop.name);
    loop.first.body = named(loop.first.body);
    loop.second.body = named(loop.second.body);
    whole.loops.push_back(std::move(loop));
  }
  for (Coupling coupling : part.couplings) {
    coupling.name = named(coupling.name);
    coupling.joint = named(coupling.joint);
    coupling.leader = named(coupling.leader);
    whole.couplings.push_back(std::move(coupling));
  }
  for (Tendon tendon : part.tendons) {
    tendon.name = named(tendon.name);
    for (TendonJoint& term : tendon.joints) term.joint = named(term.joint);
    for_each_end(tendon, [&](LoopEnd& end) { end.body = named(end.body); });
    whole.tendons.push_back(std::move(tendon));
  }
  for (NamedPosition position : part.named_positions) {
    position.name = named(position.name);
    for (auto& joint : position.joints) joint.first = named(joint.first);
    for (auto& control : position.controls) control.first = named(control.first);
    whole.named_positions.push_back(std::move(position));
  }
  for (Actuator actuator : part.actuators) {
    Transmission& transmission = actuator.transmission;
    actuator.name = named(actuator.name);
    transmission.target = named(transmission.target);
    transmission.site.body = named(transmission.site.body);
    if (transmission.reference) transmission.reference->body = named(transmission.reference->body);
    whole.actuators.push_back(std::move(actuator));
  }
  for (Sensor sensor : part.sensors) {
    sensor.name = named(sensor.name);
    sensor.object = named(sensor.object);
    sensor.frame.body = named(sensor.frame.body);
    if (sensor.reference) sensor.reference->body = named(sensor.reference->body);
    whole.sensors.push_back(std::move(sensor));
  }
}

}  // namespace

Model merge_arms(std::span<const Model> arms, const Model& object, std::span<const Grasp> grasps,
                 std::span<const std::string> names) {
  const std::size_t parts = arms.size() + 1;
  if (!names.empty() && names.size() != parts) {
    throw std::invalid_argument("got " + std::to_string(names.size()) + " names, expected " +
                                std::to_string(parts) + ": one per arm and one for the object");
  }
  const auto prefix = [&](std::size_t part) {
    if (!names.empty()) return names[part] + "/";
    return part < arms.size() ? "arm" + std::to_string(part + 1) + "/" : std::string("object/");
  };
  Description whole{.name = object.name() + " and arms", .gravity = object.gravity()};
  for (std::size_t i = 0; i < arms.size(); ++i) append(whole, arms[i].description(), prefix(i));
  append(whole, object.description(), prefix(arms.size()));
  NamePool loop_names;
  for (const Loop& loop : whole.loops) loop_names.take(loop.name);
  for (const Grasp& grasp : grasps) loop_names.take(grasp.name);
  for (std::size_t i = 0; i < grasps.size(); ++i) {
    const auto& [name, arm, connection, first, second] = grasps[i];
    edge::check_index("arm", arm, int(arms.size()));
    Loop loop{.name = name.empty() ? loop_names.unique("grasp" + std::to_string(i + 1)) : name,
              .connection = connection,
              .first = first,
              .second = second};
    if (!first.body.empty()) loop.first.body = prefix(arms.size()) + first.body;
    if (!second.body.empty()) loop.second.body = prefix(std::size_t(arm)) + second.body;
    whole.loops.push_back(std::move(loop));
  }
  return Model(std::move(whole));
}

}  // namespace sinew
