// Integrates the equations of motion with order 2, by a method derived from a discrete Lagrangian (variational
// integrator): it conserves momentum and keeps the energy error bounded.
//
// In velocities instead of momenta, p = M v (kick, drift, kick; for closed chains: RATTLE, Andersen 1983):
//
//   w = v0 + h/2 a(t0, q0, v0) + M^-1 J^* x0        a: accelerations, from rest, under the loads at that time
//   M(q0) w = p0(q0, q1)                            the drift: solved for q1, with x0 such that loops are closed at q1
//   v1 = M(q1)^-1 (p1(q0, q1) + J^* x1) + h/2 a(t1, q1, v)      with x1 such that they stay closed
//
// p0 and p1 are the discrete momenta (simulate/integrators/internal/discrete_momenta.hpp). The drift is solved by a
// quasi-Newton method as in Lee, Liu, Park and Srinivasa (2016), with M^-1 by the filter at q0 in place of the inverse
// of the derivative:
//
//   u <- u - h (r - M^-1 J^* x),   r = M^-1 p0 - w,   Omega x = J r - error(q1) / h
//
// and improved by what the iterates reveal about the derivative (Broyden's method; Kelley, Iterative methods for linear
// and nonlinear equations, 1995, chapter 7). At the end of the step, forces that depend on the velocities are evaluated
// at predicted velocities.
//
// Loops are closed by their multipliers, whatever the mechanism's stabilisation is. Near singular positions, where the
// constraint rows at q0 cannot close the loops at q1, they are closed by projection.
//
// Cost: two evaluations, two filters, and about two inverse dynamics for each of about four to eight corrections.
#pragma once

#include <optional>

#include "sinew/chains/loops/impulse.hpp"
#include "sinew/simulate/integrators/internal/discrete_momenta.hpp"
#include "sinew/simulate/integrators/internal/fixed_step_integrators.hpp"

namespace sinew {

class VariationalIntegrator final : public FixedStepIntegrator {
 public:
  VariationalIntegrator(const Model& model, double longest_step);

 private:
  void make(Dynamics& dynamics, const SimulationState& from, double h) override;
  // Computes next_.q, and in v_ the velocities M(q1)^-1 p1.
  void drift(Mechanism& mechanism, const SimulationState& from, double h);
  // Solves the drift from w_ for next_.q. `has_loops`: true closes the loops at next_.q, false ignores them. Returns
  // whether it converged.
  bool solve(Mechanism& mechanism, const SimulationState& from, double h, bool has_loops);
  // Writes to steps_[i] the correction of u_ by M^-1 alone, and returns the residuals.
  struct Missing {
    double drift, loops;  // relative to the velocities; metres and radians
  };
  Missing find_correction(Mechanism& mechanism, const SimulationState& from, double h, bool has_loops,
                          std::size_t i);
  // Improves steps_[i] by what the earlier steps reveal about the derivative (Broyden's method).
  void learn_from_steps(std::size_t i);

  Workspace<double> work_;
  std::optional<Impulse<double>> impulse_{};  // of the mechanism's own model
  DiscreteMomenta momenta_;
  std::vector<double> a_, w_, u_, p_, v_, errors_, rates_;
  std::vector<std::vector<double>> steps_;  // corrections of the iteration
};

}  // namespace sinew
