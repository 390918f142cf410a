// The integrator of order 2 that follows from a discrete Lagrangian: momentum is kept, energy stays in bounds.
//
// In velocities instead of momenta, p = M v (kick, drift, kick; for closed chains: RATTLE, Andersen 1983):
//
//   w = v0 + h/2 a(t0, q0, v0) + M^-1 J^* x0        a: accelerations at rest of the forces and moments at that moment
//   M(q0) w = p0(q0, q1)                            the drift: solved for q1, with x0 such that the loops are closed at q1
//   v1 = M(q1)^-1 (p1(q0, q1) + J^* x1) + h/2 a(t1, q1, v)      with x1 such that they stay so
//
// p0 and p1 are the discrete momenta (simulate/discrete_momenta.hpp). The drift is solved by a quasi-Newton method as in Lee,
// Liu, Park and Srinivasa (2016), with M^-1 by the filter at q0 in place of the derivative:
//
//   u <- u - h (r - M^-1 J^* x),   r = M^-1 p0 - w,   Omega x = J r - error(q1) / h
//
// and what the iterates tell of the derivative added to it (Broyden's method; Kelley, Iterative methods for linear and
// nonlinear equations, 1995, chapter 7). Forces that depend on the velocities see at the end a prediction of them.
//
// Loops are closed by their multipliers, whatever the mechanism's stabilisation is; near singular positions, where the rows at
// q0 cannot close them at q1, by projection.
// Cost: two evaluations, two filters, and about two inverse dynamics for each of some four to eight corrections.
#pragma once

#include <optional>

#include "sinew/chains/impulse.hpp"
#include "sinew/simulate/discrete_momenta.hpp"
#include "sinew/simulate/fixed_step_integrators.hpp"

namespace sinew {

class VariationalIntegrator final : public FixedStepIntegrator {
 public:
  VariationalIntegrator(const Model& model, double longest_step);

 private:
  void make(Dynamics& dynamics, const Phase& from, double h) override;
  // Finds next_.q and leaves in v_ the velocities that M(q1)^-1 p1 gives.
  void drift(Mechanism& mechanism, const Phase& from, double h);
  // The same from w_, but for the velocities; false: it cannot be.
  bool solve(Mechanism& mechanism, const Phase& from, double h, bool has_loops);
  // Writes to steps_[i] by how much u_ is to be changed according to M^-1 alone, and how much is still missing.
  struct Missing {
    double drift, loops;  // parts of the velocities; metres and radians
  };
  Missing find_correction(Mechanism& mechanism, const Phase& from, double h, bool has_loops, std::size_t i);
  // The same with what the steps before it tell of the derivative.
  void learn_from_steps(std::size_t i);

  Workspace<double> work_;
  std::optional<Impulse<double>> impulse_{};  // of the mechanism's own model
  DiscreteMomenta momenta_;
  std::vector<double> a_, w_, u_, p_, v_, errors_, rates_;
  std::vector<std::vector<double>> steps_;  // of the iteration
};

}  // namespace sinew
