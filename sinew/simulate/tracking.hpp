// How far a robot is from where it should be: errors on the group of its positions, and the accelerations that make
// them fade.
//
// For most joints e = target - q, and everything is a difference of numbers. Where a joint turns by a quaternion, with
// R its rotation and R_d that of the target,
//
//   exp(e) = R^* R_d                   e: how the joint has to turn, in its own axes; no longer than pi
//   w = exp(e) omega_d                 the target's rates in the joint's own axes
//   J(e) e' = u = omega_d - exp(-e) omega                                        (J: spatial/rotation_chart.hpp)
//   w' = exp(e) (alpha_d + u x omega_d)
//
// and e'' + damping e' + stiffness e = 0 holds, exactly and from any start short of half a turn away, under
//
//   alpha = exp(e) (alpha_d + u x exp(-e) omega - u'),    u' = J e'' + dJ/dt e'
//
// The position of a floating body has its error in body axes, e = R^* (p_d - p); what is demanded of its acceleration
// is the linear law in world axes.
//
// Cost: linear in the joints.
#pragma once

#include <span>

#include "sinew/simulate/trajectory.hpp"

namespace sinew {

class Tracking {
 public:
  Tracking(const Model& model, const TrajectoryPlan& target);

  // The errors at a moment; all that follows speaks of it. Nothing allocates.
  void update(double t, In<double> q, In<double> v);
  std::span<const double> error() const { return e_; }
  std::span<const double> error_rate() const { return e_rate_; }
  // The target's velocities as seen from where the robot is, and their rates.
  std::span<const double> velocity() const { return w_; }
  std::span<const double> velocity_rate() const { return w_rate_; }
  // The accelerations of the linear law, with one gain for each freedom.
  void demand(In<double> stiffness, In<double> damping, Out<double> a) const;

  const Trajectory& trajectory() const { return trajectory_; }

 private:
  Model model_;
  Trajectory trajectory_;
  std::vector<double> v_, q_d_, v_d_, a_d_;
  std::vector<double> e_, e_rate_, w_, w_rate_;
  std::vector<Rotation<double>> rotations_;  // per joint, of those that turn by quaternions
};

}  // namespace sinew
