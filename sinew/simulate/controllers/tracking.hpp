// Computes the tracking errors of a robot, on the group of its positions, and the accelerations that make them decay.
//
// For most joints e = target - q, and everything is a difference of numbers. For a joint with a quaternion, with R its
// rotation and R_d that of the target,
//
//   exp(e) = R^* R_d                   e: the rotation still to make, in the joint's own axes; no longer than pi
//   w = exp(e) omega_d                 the target's rates in the joint's own axes
//   J(e) e' = u = omega_d - exp(-e) omega                                        (J: spatial/rotation_chart.hpp)
//   w' = exp(e) (alpha_d + u x omega_d)
//
// and e'' + damping e' + stiffness e = 0 holds, exactly and from any start less than half a revolution away, under
//
//   alpha = exp(e) (alpha_d + u x exp(-e) omega - u'),    u' = J e'' + dJ/dt e'
//
// The position error of a floating body is in body axes, e = R^* (p_d - p); its demanded acceleration follows the same
// linear law in world axes.
//
// Cost: linear in the number of joints.
#pragma once

#include <span>

#include "sinew/simulate/controllers/trajectory.hpp"

namespace sinew {

class Tracking {
 public:
  Tracking(const Model& model, const TrajectoryPlan& target);

  // Computes the errors at time t; the functions below refer to the last update. Nothing allocates.
  void update(double t, In<double> q, In<double> v);
  std::span<const double> error() const { return e_; }
  std::span<const double> error_rate() const { return e_rate_; }
  // The target's velocities w in the axes of the robot's own joints, and their rates w'.
  std::span<const double> velocity() const { return w_; }
  std::span<const double> velocity_rate() const { return w_rate_; }
  // Computes the accelerations that the linear law demands, with one gain for each degree of freedom.
  void demand(In<double> stiffness, In<double> damping, Out<double> a) const;

  const Trajectory& trajectory() const { return trajectory_; }

 private:
  Model model_;
  Trajectory trajectory_;
  std::vector<double> v_, q_d_, v_d_, a_d_;
  std::vector<double> e_, e_rate_, w_, w_rate_;
  std::vector<Rotation<double>> rotations_;  // per joint; set for those with quaternions
};

}  // namespace sinew
