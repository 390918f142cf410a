// A frame follows a pose, as a mass on a spring with a damper would; what is left of the joints' motion is damped.
//
// SOA 5.2, after Khatib 1985. With A the acceleration that the frame shall have (simulate/tracking.hpp), Lambda the
// operational inertia Omega^-1, Omega = J M^-1 J^*, and a_0 = -d v,
//
//   tau = inverse dynamics of a_0 + J^* Lambda (A - dJ/dt v - J a_0)
//   a = a_0 + J+ (A - dJ/dt v - J a_0),        J+ = M^-1 J^* Lambda, dynamically consistent
//
// The frame accelerates as demanded, J a + dJ/dt v = A, and of all such accelerations a is the nearest to a_0 by
// kinetic energy: motions that do not move the frame die away at the rate d, and no moment against them moves it.
//
// Where Omega is singular, or the arm has fewer freedoms than a pose, it is damped (dense/damped_solver.hpp):
// moments stay finite, and the frame goes where it can. Gains are six: turning about the frame's axes, then moving
// along the world's. Where three of them are zero in both lists, turning or moving is not asked for at all and belongs
// to the null space.
//
// Cost: O(n).
#pragma once

#include "sinew/algorithms/operational_space.hpp"
#include "sinew/dense/damped_solver.hpp"
#include "sinew/simulate/plan.hpp"
#include "sinew/simulate/tracking.hpp"

namespace sinew {

class OperationalSpaceControl : public Controller {
 public:
  // Throws std::invalid_argument for an unknown frame, lists of the wrong size, robots that float or have loops.
  OperationalSpaceControl(const Model& model, const OperationalSpacePlan& plan);
  void moments(double t, In<double> q, In<double> v, Out<double> tau) override;

 private:
  Model model_;
  Workspace<double> work_;
  FrameIndex frame_;
  OperationalSpace<double> space_;
  Tracking tracking_;  // of the pose
  std::vector<double> stiffness_, damping_;
  double joint_damping_;
  int first_, last_;  // which of the six are asked for
  Matrix<double> omega_;
  DampedSolver solver_{6};
  std::vector<double> slowing_, lifted_;
};

// A pose as the q of pose_model().
std::array<double, 7> pose_coordinates(const Transform<double>& pose);

}  // namespace sinew
