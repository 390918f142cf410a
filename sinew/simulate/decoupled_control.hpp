// PD in the coordinates in which every freedom has unit mass: all of them alike, whatever the robot's shape.
//
// SOA section 6: with the square root m of the mass matrix, M = m m^*, the residual velocities nu = m^* v = D^(1/2) (I
// + H phi K)^* v obey dnu/dt + mu = eps, tau = m eps + gravity (algorithms/diagonal_dynamics.hpp). They are no rates
// of coordinates, so the error of position is carried over as velocities are. With
//
//   nu_e = m^* (w - v),    eta = m^* e                                      (e, w: simulate/tracking.hpp)
//   eps = mu + m^* w' + (dm^*/dt) w + 2 zeta omega nu_e + omega^2 eta
//
// every residual obeys a law of its own: dnu_e/dt = - 2 zeta omega nu_e - omega^2 eta. Put into joint moments, mu
// takes up Coriolis moments and half of what the moving axes add, and
//
//   tau = inverse dynamics of (w' + 2 zeta omega (w - v) + omega^2 e) + m (dm^*/dt) (w - v)
//
// remains: computed torque, and a term that vanishes with the error of velocity.
//
// Cost: O(n), that of the filter on dual numbers.
#pragma once

#include "sinew/algorithms/diagonal_dynamics.hpp"
#include "sinew/simulate/plan.hpp"
#include "sinew/simulate/tracking.hpp"

namespace sinew {

class DecoupledControl : public Controller {
 public:
  // Throws std::invalid_argument for gains that are negative, robots that float or have loops.
  DecoupledControl(const Model& model, const DecoupledPlan& plan);
  void moments(double t, In<double> q, In<double> v, Out<double> tau) override;

 private:
  Model model_;
  DiagonalWorkspace<double> work_;
  Tracking tracking_;
  double stiffness_, damping_;  // omega^2, 2 zeta omega
  std::vector<double> a_, behind_, turned_;
};

}  // namespace sinew
