// Passivity-based control: computes joint torques that follow a motion without cancelling the robot's inertia and
// without adding energy to the error, which therefore cannot grow.
//
// Slotine & Li 1987. SOA section 6 explains why ordinary inverse dynamics is not enough: the Coriolis term C(q, v) v_r
// multiplies the actual velocity by the reference velocity; algorithms/mass_matrix/coriolis.hpp computes this
// two-velocity product. With
//
//   v_r = w + rate e,    a_r = dv_r/dt,    s = v_r - v              (e, w: simulate/controllers/tracking.hpp)
//   tau = M a_r + C(q, v) v_r + gravity + damping s
//
// the robot moves by M s' + C s + damping s = 0, and since dM/dt - 2 C is skew
//
//   V = s^* M s / 2,    dV/dt = - s^* damping s
//
// for any payload that the model includes, any motion, and joints with quaternions too. Once s = 0 the error decays at
// the rate `rate`.
//
// If joints follow others, the law holds for the independent velocities u, v = N u (model/joints/
// independent_coordinates.hpp), whose M_u = N^* M N and C_u = N^* (C N + M dN/dt) have the same property:
//
//   tau_u = N^* (M (N u_r' + dN/dt u_r) + C(q, v) N u_r + gravity) + damping s_u
//
// Cost: O(n).
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"
#include "sinew/simulate/controllers/tracking.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class PassivityControl : public Controller {
 public:
  // Throws std::invalid_argument for lists of the wrong size, floating robots, and robots with loops. The numbers of
  // joints that follow are not used.
  PassivityControl(const Model& model, const PassivityPlan& plan);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  // s = N s_u of the last call of torques().
  std::span<const double> sliding_velocity() const { return s_; }

 private:
  Model model_;
  Workspace<double> work_;
  IndependentCoordinates<double> coordinates_;
  Tracking tracking_;
  std::vector<double> rate_, damping_;
  std::vector<double> q_, v_, v_r_, a_r_, s_, tau_, coriolis_, zeros_;
  std::vector<double> u_, u_r_, u_r_rate_, s_u_, tau_u_;
};

}  // namespace sinew
