// Operational-space control: computes joint torques that make a frame follow a pose like a mass with a spring and a
// damper, and that damp the remaining motion of the joints.
//
// SOA 5.2, after Khatib 1985. With A the demanded acceleration of the frame (simulate/controllers/tracking.hpp), Lambda
// the operational-space inertia Omega^-1, Omega = J M^-1 J^*, and a_0 = -d v,
//
//   tau = inverse dynamics of a_0 + J^* Lambda (A - dJ/dt v - J a_0)
//   a = a_0 + J+ (A - dJ/dt v - J a_0),        J+ = M^-1 J^* Lambda, dynamically consistent
//
// The frame accelerates as demanded, J a + dJ/dt v = A, and of all such accelerations a is the nearest to a_0 by
// kinetic energy: motions that do not move the frame decay at the rate d, and the torques that damp them do not move
// it.
//
// Where Omega is singular, or the arm has fewer than six degrees of freedom, Omega is damped
// (dense/solvers/damped_solver.hpp): torques stay finite, and the frame moves where it can. There are six gains: for
// rotation about the frame's axes, then for translation along the world's. If the three of rotation (or translation)
// are zero in both lists, rotation (or translation) is not controlled and belongs to the null space.
//
// If joints follow others (mimic joints, couplings), all of this holds for the independent coordinates u in place of v,
// and tau acts on the independent joints (chains/followers/independent_operational_space.hpp).
//
// Cost: O(n); with followers that of the factors of their mass matrix.
#pragma once

#include <memory>

#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/dense/solvers/damped_solver.hpp"
#include "sinew/simulate/controllers/tracking.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class OperationalSpaceControl : public Controller {
 public:
  // Throws std::invalid_argument for an unknown frame, lists of the wrong size, floating robots, and robots with loops.
  OperationalSpaceControl(const Model& model, const OperationalSpacePlan& plan);
  ~OperationalSpaceControl() override;
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;

 private:
  // Computes the force on the frame, in the controlled directions, for the demanded acceleration.
  void solve_for_force(const Matrix<double>& omega, std::array<double, 6>& force);

  Model model_;
  Workspace<double> work_;
  FrameIndex frame_;
  OperationalSpace<double> space_;
  struct Embedded;
  std::unique_ptr<Embedded> embedded_;  // for robots whose joints follow others, otherwise null
  Tracking tracking_;                   // of the pose
  std::vector<double> stiffness_, damping_;
  double joint_damping_;
  int first_, last_;  // the range of the six directions that is controlled
  Matrix<double> omega_;
  DampedSolver solver_{6};
  std::vector<double> slowing_, lifted_;
};

// A pose as the q of pose_model().
std::array<double, 7> pose_coordinates(const Transform<double>& pose);

}  // namespace sinew
