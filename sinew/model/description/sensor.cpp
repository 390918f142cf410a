#include "sinew/model/description/sensor.hpp"

#include <array>

namespace sinew {
namespace {

struct SensorFacts {
  SensorKind kind;
  const char* name;
  SensorSubject subject;
  int values;
};
// In the order of SensorKind.
constexpr std::array<SensorFacts, 31> facts_of_sensors{{
    {SensorKind::clock, "clock", SensorSubject::nothing, 1},
    {SensorKind::joint_position, "joint_position", SensorSubject::joint, 1},
    {SensorKind::joint_velocity, "joint_velocity", SensorSubject::joint, 1},
    {SensorKind::joint_actuator_force, "joint_actuator_force", SensorSubject::joint, 1},
    {SensorKind::joint_quaternion, "joint_quaternion", SensorSubject::joint, 4},
    {SensorKind::joint_angular_velocity, "joint_angular_velocity", SensorSubject::joint, 3},
    {SensorKind::tendon_position, "tendon_position", SensorSubject::tendon, 1},
    {SensorKind::tendon_velocity, "tendon_velocity", SensorSubject::tendon, 1},
    {SensorKind::tendon_actuator_force, "tendon_actuator_force", SensorSubject::tendon, 1},
    {SensorKind::actuator_position, "actuator_position", SensorSubject::actuator, 1},
    {SensorKind::actuator_velocity, "actuator_velocity", SensorSubject::actuator, 1},
    {SensorKind::actuator_force, "actuator_force", SensorSubject::actuator, 1},
    {SensorKind::frame_position, "frame_position", SensorSubject::frame, 3},
    {SensorKind::frame_quaternion, "frame_quaternion", SensorSubject::frame, 4},
    {SensorKind::frame_x_axis, "frame_x_axis", SensorSubject::frame, 3},
    {SensorKind::frame_y_axis, "frame_y_axis", SensorSubject::frame, 3},
    {SensorKind::frame_z_axis, "frame_z_axis", SensorSubject::frame, 3},
    {SensorKind::frame_linear_velocity, "frame_linear_velocity", SensorSubject::frame, 3},
    {SensorKind::frame_angular_velocity, "frame_angular_velocity", SensorSubject::frame, 3},
    {SensorKind::frame_linear_acceleration, "frame_linear_acceleration", SensorSubject::frame, 3},
    {SensorKind::frame_angular_acceleration, "frame_angular_acceleration", SensorSubject::frame, 3},
    {SensorKind::velocimeter, "velocimeter", SensorSubject::frame, 3},
    {SensorKind::gyro, "gyro", SensorSubject::frame, 3},
    {SensorKind::accelerometer, "accelerometer", SensorSubject::frame, 3},
    {SensorKind::force, "force", SensorSubject::frame, 3},
    {SensorKind::torque, "torque", SensorSubject::frame, 3},
    {SensorKind::magnetometer, "magnetometer", SensorSubject::frame, 3},
    {SensorKind::subtree_com, "subtree_com", SensorSubject::subtree, 3},
    {SensorKind::subtree_linear_velocity, "subtree_linear_velocity", SensorSubject::subtree, 3},
    {SensorKind::subtree_angular_momentum, "subtree_angular_momentum", SensorSubject::subtree, 3},
    {SensorKind::kinetic_energy, "kinetic_energy", SensorSubject::nothing, 1},
}};

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < facts_of_sensors.size(); ++i) {
    if (facts_of_sensors[i].kind != SensorKind(i)) return false;
  }
  return true;
}
static_assert(are_in_order());

const SensorFacts& facts_of(SensorKind kind) {
  return facts_of_sensors.at(std::size_t(kind));
}

}  // namespace

const char* name_of(SensorKind kind) {
  return facts_of(kind).name;
}
int value_count(SensorKind kind) {
  return facts_of(kind).values;
}
SensorSubject subject_of(SensorKind kind) {
  return facts_of(kind).subject;
}

}  // namespace sinew
