// Computes the gradient of a cost of a whole run of a fixed-step integrator, by the discrete adjoint.
//
//   C = sum over steps of  h running(t_k, x_k),   and at the end  final(t_N, x_N),        x_{k+1} = step(x_k; u, p)
//
// x_k = (q_k, v_k); u: controls, joint torques at knots; p: inertial parameters of the bodies. Weights w_k of x_k are carried
// from the last step to the first by the adjoint of each step (simulate/linear/differentiable_step.hpp),
//
//   w_N = dfinal/dx,    w_k = h drunning/dx + (dstep/dx)^* w_{k+1},    dC/du += (dstep/du)^* w_{k+1},  the same for p
//
// so that dC/dx_0 = w_0. It is the gradient of the numbers that the steps compute, not of the differential equation that
// they approximate. Steps are those that simulations make, with damping and springs of joints; `left_out` names other forces
// of the model (SmoothDynamics). Limits of torques and of joints do not act.
//
// Robots with loops, couplings and mimic joints: positions and velocities are projected after each step, and the projection is
// differentiated (simulate/linear/differentiable_projection.hpp). The start is used as it is. The gradient by it is along all n_v
// velocities, those that open the loops among them; on the motions that the loops allow it is S^* of that, with S of
// ClosedKinematics.
//
// Memory: `stored_states` states. Cost, whatever the number of unknowns: the steps once to compute states, once more where
// states are not stored, and once with their adjoint, which takes about twice a step; together about four runs.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sinew/simulate/optimal/run_torques.hpp"
#include "sinew/simulate/optimal/state_costs.hpp"

namespace sinew {

struct RunGradientPlan {
  double duration = 1, step = fixed_step;             // seconds; equal steps, no longer than `step`
  IntegratorKind integrator = IntegratorKind::rkmk4;  // rk4, rkmk4 or semi_implicit_euler
  SmoothForces forces{};
  std::vector<std::string> joints{};  // that the controls drive; empty: all of one degree of freedom
  std::vector<double> knots{};        // times of the controls, increasing; empty: the start of each step
  ControlInterpolation interpolation = ControlInterpolation::constant;
  StateFunction running{}, final{};  // costs; empty: zero
  int stored_states = 1000;          // 1 or more
};

struct RunGradientResult {
  double cost = 0;
  std::vector<double> by_q{},
      by_v{};                    // of the start, n_v each; by_q along the velocities of Model::integrate
  Matrix<double> by_controls{};  // one row for each knot, one column for each motor
  // Ten for each body (LinearizedDynamics): mass, first moment, inertia about the origin of its frame.
  std::vector<double> by_parameters{};
  long advanced = 0, recorded = 0;  // steps that were computed without and with their adjoint
};

// Make it once; the functions below can be called again and again. Use one per thread.
class RunGradient {
 public:
  // Throws std::invalid_argument for plans that do not fit the model, and for custom joints.
  RunGradient(const Model& model, RunGradientPlan plan);
  ~RunGradient();
  RunGradient(RunGradient&&) noexcept;
  RunGradient& operator=(RunGradient&&) noexcept;

  // Adds a controller; its robot is not the one whose inertial parameters change. `sampled`: it is evaluated at the start of
  // each step and constant until the next, otherwise in every stage. Throws std::invalid_argument if it does not compute
  // the adjoint of its torques (Controller::is_differentiable).
  void add(std::unique_ptr<Controller> controller, bool sampled = false);

  const Model& model() const;
  int steps() const;
  double step() const;  // seconds
  int knots() const;
  int motors() const;
  const std::vector<std::string>& left_out() const;

  // `controls`: one row for each knot, one column for each motor; empty: zeros. Both throw std::overflow_error or
  // std::domain_error where a step cannot be computed, and `gradient` where it has no derivative.
  double cost(In<double> q, In<double> v, MatrixIn<double> controls = {});
  RunGradientResult gradient(In<double> q, In<double> v, MatrixIn<double> controls = {});
  // Calls `visit` with the time and state at the start and after each step.
  void run(In<double> q, In<double> v, MatrixIn<double> controls,
           const std::function<void(double t, In<double> q, In<double> v)>& visit);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sinew
