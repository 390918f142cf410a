// Linearises a tree at a state: the matrices of its small motions in continuous time, and those of one step of an
// integrator.
//
//   x = (dq, dv)    d/dt x = A x + B dtau       x(t + step) = A_discrete x(t) + B_discrete dtau
//
//   A = [ T  I ; da/dq  da/dv ],   B = [ 0 ; M^-1 ]       T dq = -v x dq for joints with quaternions, else zero
//
// dq is in the tangent space of Model::integrate: the robot is at q (+) dq, with n_v numbers in the axes of dv. If the
// state is not an equilibrium, these are the differences from the motion that starts there.
//
// Cost: O(n^2) for the continuous pair, O(n^3) for the discrete one.
#pragma once

#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/linear/smooth_dynamics.hpp"

namespace sinew {

struct LinearizeOptions {
  SmoothForces forces{};
  IntegratorKind integrator = IntegratorKind::rk4;  // of the discrete pair; semi_implicit_euler, rk4 or rkmk4
  double step = fixed_step;                         // seconds
};

struct Linearization {
  Matrix<double> A{}, B{};                    // 2 n_v x 2 n_v and 2 n_v x n_v
  Matrix<double> A_discrete{}, B_discrete{};  // of one step
  std::vector<double> a{};                    // accelerations at the state; zero at rest in an equilibrium
  double step = 0;
  std::vector<std::string> left_out{};  // forces of the model that are not included (SmoothDynamics)
};

// Throws std::invalid_argument for models with loops, couplings, mimic joints or custom joints, for integrators without
// derivatives, and for wrong sizes; std::domain_error where forward dynamics does not exist.
Linearization linearize(const Model& model, In<double> q, In<double> v, In<double> tau,
                        const LinearizeOptions& options = {});

}  // namespace sinew
