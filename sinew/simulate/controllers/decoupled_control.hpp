// Decoupled control: computes joint torques by a PD law in the coordinates in which every degree of freedom has unit
// mass, so that all respond alike, whatever the robot's shape.
//
// SOA section 6: with the square root m of the mass matrix, M = m m^*, the residual velocities nu = m^* v = D^(1/2)
// (I + H phi K)^* v obey dnu/dt + mu = eps, tau = m eps + gravity (algorithms/mass_matrix/diagonal_dynamics.hpp). They
// are not rates of any coordinates, so the position error is transformed like a velocity. With
//
//   nu_e = m^* (w - v),    eta = m^* e                                      (e, w: simulate/controllers/tracking.hpp)
//   eps = mu + m^* w' + (dm^*/dt) w + 2 zeta omega nu_e + omega^2 eta
//
// every residual velocity obeys a law of its own: dnu_e/dt = - 2 zeta omega nu_e - omega^2 eta. Expressed in joint
// torques, mu absorbs the Coriolis torques and half of the terms of the moving axes, and the law becomes
//
//   tau = inverse dynamics of (w' + 2 zeta omega (w - v) + omega^2 e) + m (dm^*/dt) (w - v)
//
// which is computed torque plus a term that vanishes with the velocity error.
//
// If joints follow others, the law holds for the independent velocities (chains/followers/independent_dynamics.hpp),
// with M_u = m m^*, m = U D^(1/2). Since dM_u/dt = C_u + C_u^* = m' m^* + m m'^*, and m^-1 m' is upper triangular,
//
//   m' = m Y,    Y + Y^* = m^-1 (C_u + C_u^*) m^-*
//
// Cost: O(n), that of the filter on dual numbers. With followers also n^3.
#pragma once

#include <memory>

#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"
#include "sinew/simulate/controllers/tracking.hpp"
#include "sinew/simulate/plan.hpp"

namespace sinew {

class DecoupledControl : public Controller {
 public:
  // Throws std::invalid_argument for negative gains, floating robots, and robots with loops.
  DecoupledControl(const Model& model, const DecoupledPlan& plan);
  ~DecoupledControl() override;
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;

 private:
  struct Embedded;  // in independent coordinates, for robots whose joints follow others

  Model model_;
  DiagonalWorkspace<double> work_;
  Tracking tracking_;
  double stiffness_, damping_;  // omega^2, 2 zeta omega
  std::vector<double> a_, behind_, correction_;
  std::unique_ptr<Embedded> embedded_;
};

}  // namespace sinew
