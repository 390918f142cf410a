// Describes the sensors of a robot: quantities that a simulation records and that algorithms/dynamics/sensors.hpp computes.
// They are MuJoCo's sensors.
#pragma once

#include <optional>
#include <string>

#include "sinew/base/findings.hpp"
#include "sinew/model/description/connection.hpp"

namespace sinew {

// The quantity that a sensor measures, and how many numbers it has.
//   clock                    time                                                                                  1
//   joint_position           q of a joint with one degree of freedom                                               1
//   joint_velocity           its v                                                                                 1
//   joint_actuator_force     its torque by all actuators                                                           1
//   joint_quaternion         rotation of a spherical joint: quaternion w x y z                                     4
//   joint_angular_velocity   its angular velocity, in body axes                                                    3
//   tendon_position          length of a tendon                                                                    1
//   tendon_velocity          its rate                                                                              1
//   tendon_actuator_force    the sum of the forces of all actuators on it                                          1
//   actuator_position        length, velocity and force of an actuator                                             1
//   actuator_velocity                                                                                              1
//   actuator_force                                                                                                 1
//   frame_position           a frame in the world, or relative to the reference and in its axes                    3
//   frame_quaternion         w x y z                                                                               4
//   frame_x_axis, frame_y_axis, frame_z_axis                                                                       3
//   frame_linear_velocity    of the origin                                                                         3
//   frame_angular_velocity                                                                                         3
//   frame_linear_acceleration   of the origin, in world axes, minus the acceleration of gravity                    3
//   frame_angular_acceleration  in world axes                                                                      3
//   velocimeter, gyro        linear and angular velocity of a frame, in its own axes                               3
//   accelerometer            linear acceleration of a frame minus that of gravity, in its own axes                 3
//   force, torque            on the body of a frame by its parent body, at the frame and in its axes               3
//   magnetometer             the magnetic field in the axes of a frame                                             3
//   subtree_com              centre of mass of a body and all that it carries, in the world                        3
//   subtree_linear_velocity  its velocity, in world axes                                                           3
//   subtree_angular_momentum about it, in world axes                                                               3
//   kinetic_energy           of the whole robot                                                                    1
enum class SensorKind {
  clock,
  joint_position,
  joint_velocity,
  joint_actuator_force,
  joint_quaternion,
  joint_angular_velocity,
  tendon_position,
  tendon_velocity,
  tendon_actuator_force,
  actuator_position,
  actuator_velocity,
  actuator_force,
  frame_position,
  frame_quaternion,
  frame_x_axis,
  frame_y_axis,
  frame_z_axis,
  frame_linear_velocity,
  frame_angular_velocity,
  frame_linear_acceleration,
  frame_angular_acceleration,
  velocimeter,
  gyro,
  accelerometer,
  force,
  torque,
  magnetometer,
  subtree_com,
  subtree_linear_velocity,
  subtree_angular_momentum,
  kinetic_energy
};
const char* name_of(SensorKind kind);
int value_count(SensorKind kind);

// What a sensor of this kind is attached to.
enum class SensorSubject { nothing, joint, tendon, actuator, frame, subtree };
SensorSubject subject_of(SensorKind kind);

struct Sensor {
  std::string name{};
  SensorKind kind = SensorKind::clock;
  std::string
      object{};     // the joint, tendon, actuator, or the body at the root of the subtree (empty: all bodies)
  LoopEnd frame{};  // only for frames
  std::optional<LoopEnd> reference{};  // only for frame_position to frame_angular_velocity
  Vector3<double> field{};             // only for magnetometers: the magnetic field, in world axes
  double cutoff = 0;                   // values stay within -cutoff to cutoff; 0: they are not limited
  Source source{};
};

}  // namespace sinew
