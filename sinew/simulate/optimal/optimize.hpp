// Optimises the motion of a tree: joint torques of least cost that bring it to a target, by iterative LQR (differential
// dynamic programming without second derivatives of the dynamics) with limits of the torques.
//
//   minimise  sum over steps of  h (e^T Q e + v^T Q_v v + u^T R u) / 2,  and at the end  e^T F e / 2 + v^T F_v v / 2
//             + the same for a frame: position and rotation from a pose
//
// where e leads from the target position to q (model/joints/configuration_group.hpp) and u are the torques of the motors,
// constant in each step h of the integrator. Each iteration linearises the steps along the motion
// (simulate/linear/differentiable_step.hpp), and from the last step to the first minimises
//
//   Q(x, u) = l + V'(A x + B u),    Q_u = l_u + B^T V'_x,   Q_uu = l_uu + B^T V'_xx B,   Q_ux = B^T V'_xx A
//
// over u within its limits (sweep/box_quadratic.hpp), which gives u = u0 + k + K x. A run with these torques, with a part
// of k that decreases the cost, is the next motion (W. Li & E. Todorov, "Iterative linear quadratic regulator design for
// nonlinear biological movement systems", ICINCO 2004; Y. Tassa, N. Mansard, E. Todorov, "Control-limited differential
// dynamic programming", ICRA 2014). K is the feedback of a time-varying LQR about the motion.
//
// Cost: for each step and iteration, that of a differentiable step and about 30 n^3 multiplications.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/model/model.hpp"
#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/linear/smooth_dynamics.hpp"
#include "sinew/simulate/optimal/state_costs.hpp"

namespace sinew {

struct OptimizePlan {
  std::vector<std::string> joints{};                // with motors; empty: all of one degree of freedom
  double duration = 2, step = 0.01;                 // seconds; the last step ends at or after the duration
  IntegratorKind integrator = IntegratorKind::rk4;  // rk4, rkmk4 or semi_implicit_euler
  std::vector<double> target{};                     // q; empty: the position at the start
  StateCost running{}, final{};
  std::vector<double> torque_cost{1e-3};      // running; one for all motors or one for each
  std::optional<FrameTarget> frame_target{};  // at the end
  // Largest torques: one for all motors or one for each; empty: DegreeOfFreedom::max_effort.
  std::vector<double> torque_limits{};
  int iterations = 500;
  double tolerance = 1e-5;  // relative decrease of the cost below which the search ends
};

struct OptimizedMotion {
  std::vector<double> times{};                // of the states, N + 1
  std::vector<std::vector<double>> q{}, v{};  // N + 1
  std::vector<std::vector<double>> tau{};     // of all degrees of freedom, N
  // N matrices, n_v x 2 n_v: tau + K (e, v - v_k) with e from q_k to q, before the limits are applied.
  std::vector<Matrix<double>> K{};
  std::vector<double> limits{};  // n_v; infinity where there are none, zero where there is no motor
  std::vector<double> costs{};   // at the start and after each iteration
  int iterations = 0;
  bool converged = false;
  std::string why{};                    // the reason if it did not converge
  std::vector<std::string> left_out{};  // forces of the model that are not included (SmoothDynamics)

  double cost() const { return costs.back(); }
};

// Is called after each iteration with its number and the cost; returning false ends the search.
using OptimizeProgress = std::function<bool(int iteration, double cost)>;

// Starts with the torques that hold the robot at the start, and within their limits. Throws std::invalid_argument for
// plans that do not fit the model, and for models with loops, couplings, mimic joints or custom joints.
OptimizedMotion optimize(const Model& model, In<double> q, In<double> v, const OptimizePlan& plan,
                         const SmoothForces& forces = {}, const OptimizeProgress& progress = {});

}  // namespace sinew
