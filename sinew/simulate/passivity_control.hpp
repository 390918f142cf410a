// Joints follow a motion by a law that never makes energy of its own: no cancelled inertia, no error that can grow.
//
// Slotine & Li 1987; SOA section 6 tells why the ordinary recursion does not do: actual and desired velocities stand
// apart in the Coriolis term, C(q, v) v_r, which is the two-velocity product of algorithms/coriolis.hpp. With
//
//   v_r = w + rate e,    a_r = dv_r/dt,    s = v_r - v              (e, w: simulate/tracking.hpp)
//   tau = M a_r + C(q, v) v_r + gravity + damping s
//
// the robot moves by M s' + C s + damping s = 0, and since dM/dt - 2 C is skew
//
//   V = s^* M s / 2,    dV/dt = - s^* damping s
//
// for any payload the model knows of, any motion, and joints that turn by quaternions too. Once s = 0 the error fades
// with `rate`.
//
// Cost: O(n).
#pragma once

#include "sinew/algorithms/workspace.hpp"
#include "sinew/simulate/plan.hpp"
#include "sinew/simulate/tracking.hpp"

namespace sinew {

class PassivityControl : public Controller {
 public:
  // Throws std::invalid_argument for lists of the wrong size, robots that float or have loops.
  PassivityControl(const Model& model, const PassivityPlan& plan);
  void moments(double t, In<double> q, In<double> v, Out<double> tau) override;
  // s, of the last moments.
  std::span<const double> sliding_velocity() const { return s_; }

 private:
  Model model_;
  Workspace<double> work_;
  Tracking tracking_;
  std::vector<double> rate_, damping_;
  std::vector<double> v_r_, a_r_, s_, coriolis_, zeros_;
};

}  // namespace sinew
