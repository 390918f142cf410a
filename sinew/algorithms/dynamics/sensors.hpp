// Computes what the sensors of a robot measure (model/description/sensor.hpp), as MuJoCo defines them.
//
// With the pose (R, p) of a frame in the world, its twist (omega, v) and the rate (alpha, a) of that twist in its own
// axes, and the acceleration of gravity g,
//
//   gyro, velocimeter     omega, v
//   accelerometer         a + omega x v - R^T g
//   linear acceleration   R (a + omega x v) - g          zero for frames that are fixed to the ground, also with gravity
//   linear velocity       R_r^T (R v - R_r v_r + (p - p_r) x R_r omega_r)    relative to a reference r
//   force, torque         the force across the joint of the frame's body, as moment about p and force, in axes of R
//   angular momentum      sum over the subtree of R I R^T omega + m (c - C) x c'    C: centre of mass of the subtree
//
// Cost: O(1) for each sensor, O(bodies of the subtree) for those of subtrees, and one inward sweep for forces.
#pragma once

#include <span>
#include <vector>

#include "sinew/algorithms/dynamics/actuators.hpp"
#include "sinew/algorithms/dynamics/constraint_forces.hpp"

namespace sinew {

// Create it once for each thread and model; evaluations allocate nothing.
class Sensors {
 public:
  explicit Sensors(const Model& model);
  bool is_empty() const { return all_.empty(); }
  int size() const { return size_; }  // how many numbers all sensors have together

  // Writes the values of all sensors, in the order of the description, for the state and the accelerations of the
  // workspace. Call inverse_dynamics, forward_dynamics or joint_forces before, with all external forces. `forces`: one
  // number for each actuator.
  void evaluate(Workspace<double>& work, double time, In<double> forces, Out<double> values);

 private:
  struct Part {  // a body of a subtree
    FrameIndex frame{};
    Inertial inertial{};
  };
  struct Prepared {
    Sensor sensor;
    std::size_t q = 0, v = 0;  // of the joint
    std::size_t index = 0;     // of the actuator
    TendonIndex tendon{};
    FrameIndex body{}, reference{};    // of the frames
    int joint = -1, fixed_joint = -1;  // across which a force acts
    std::vector<Part> subtree{};
  };
  // A frame in motion: its pose in the world, and its twist in its own axes.
  struct Moving {
    Transform<double> pose{};
    Motion<double> twist{};
  };
  void prepare_subtree(Prepared& each) const;
  Moving moving(Workspace<double>& work, FrameIndex body, const Transform<double>& placement) const;
  Vector3<double> acceleration_of(Workspace<double>& work, const Prepared& each) const;
  Force<double> force_on(const Prepared& each) const;
  void write_frame(Workspace<double>& work, const Prepared& each, double* out) const;
  void write_joint(Workspace<double>& work, const Prepared& each, double* out) const;
  void write_tendon(Workspace<double>& work, const Prepared& each, In<double> forces, double* out) const;
  void write_actuator(const Prepared& each, In<double> forces, double* out) const;
  void write_subtree(Workspace<double>& work, const Prepared& each, double* out) const;

  OwnedModel model_;
  Actuators actuators_;
  std::vector<Prepared> all_;
  int size_ = 0;
  bool measures_forces_ = false;
  std::vector<JointForce<double>> joint_forces_;
  std::vector<Force<double>> fixed_joint_forces_;
};

}  // namespace sinew
