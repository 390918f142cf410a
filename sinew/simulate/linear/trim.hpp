// Finds an equilibrium of a tree: a position at which joint torques of the motors keep it at rest.
//
// With f(q) the joint torques that hold the robot still, gravity less springs, joints without motors (U) must need none,
// f_U = 0, and the motors (M) give tau = f_M. Newton's method moves the joints by d, one number for each degree of
// freedom in the tangent space of Model::integrate:
//
//   f_U + J_U d = 0,   J = df/dq        with least d^T W d / 2 + g^T d
//
//   nearest         W = 1, g = 0: the equilibrium is near the start
//   least effort    W = J_M^T J_M + mu, g = J_M^T f_M: the least sum of the squares of all motors' torques, by Gauss,
//                   Newton, Levenberg and Marquardt
//
// Joints at a limit stay there if the step would move them beyond it.
//
// Cost: O(n^3) for each step, usually 5 to 30 of them.
#pragma once

#include <string>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

struct TrimOptions {
  std::vector<std::string> motors{};  // joints with motors; empty: all of one degree of freedom
  std::vector<std::string> hold{};    // joints that keep their position
  bool least_effort = false;  // true: of all equilibria that of least torques. False: one near the start
  bool joint_springs = true;  // true: the springs of joints act
  bool within_limits = true;  // true: joints stay within their limits
  int iterations = 300;
  double tolerance =
      1e-9;  // of the torques of joints without motors, relative to the largest torque that holds the robot
};

struct Trim {
  std::vector<double> q{}, tau{};
  bool converged = false;
  std::string why{};    // the reason if it did not converge
  double residual = 0;  // largest torque that a joint without motor would need, N m or N
  double effort = 0;    // square root of the sum of the squares of tau
  int iterations = 0;
};

// `start` is where the search begins. Throws std::invalid_argument for wrong sizes, unknown joints, and models with loops,
// couplings, mimic joints or custom joints.
Trim trim(const Model& model, In<double> start, const TrimOptions& options = {});

}  // namespace sinew
