#include "sinew/model/description/sensor.hpp"

#include <array>

namespace sinew {
namespace {

using enum SensorKind;
using enum SensorSubject;

struct SensorFacts {
  SensorKind kind;
  const char* name;
  SensorSubject subject;
  int values;
};
// In the order of SensorKind.
constexpr std::array<SensorFacts, 31> facts_of_sensors{{
    {clock, "clock", nothing, 1},
    {joint_position, "joint_position", joint, 1},
    {joint_velocity, "joint_velocity", joint, 1},
    {joint_actuator_force, "joint_actuator_force", joint, 1},
    {joint_quaternion, "joint_quaternion", joint, 4},
    {joint_angular_velocity, "joint_angular_velocity", joint, 3},
    {tendon_position, "tendon_position", tendon, 1},
    {tendon_velocity, "tendon_velocity", tendon, 1},
    {tendon_actuator_force, "tendon_actuator_force", tendon, 1},
    {actuator_position, "actuator_position", actuator, 1},
    {actuator_velocity, "actuator_velocity", actuator, 1},
    {actuator_force, "actuator_force", actuator, 1},
    {frame_position, "frame_position", frame, 3},
    {frame_quaternion, "frame_quaternion", frame, 4},
    {frame_x_axis, "frame_x_axis", frame, 3},
    {frame_y_axis, "frame_y_axis", frame, 3},
    {frame_z_axis, "frame_z_axis", frame, 3},
    {frame_linear_velocity, "frame_linear_velocity", frame, 3},
    {frame_angular_velocity, "frame_angular_velocity", frame, 3},
    {frame_linear_acceleration, "frame_linear_acceleration", frame, 3},
    {frame_angular_acceleration, "frame_angular_acceleration", frame, 3},
    {velocimeter, "velocimeter", frame, 3},
    {gyro, "gyro", frame, 3},
    {accelerometer, "accelerometer", frame, 3},
    {force, "force", frame, 3},
    {torque, "torque", frame, 3},
    {magnetometer, "magnetometer", frame, 3},
    {subtree_com, "subtree_com", subtree, 3},
    {subtree_linear_velocity, "subtree_linear_velocity", subtree, 3},
    {subtree_angular_momentum, "subtree_angular_momentum", subtree, 3},
    {kinetic_energy, "kinetic_energy", nothing, 1},
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
