// Computes how an event changes small motions x = (dq, dv) of a run: the saltation matrix X, x after = X x before.
//
// At a time that is known (a grasp is released, a force is switched) a step ends, and X = D, the derivative of the reset. An
// event that happens where g(x) falls to zero happens earlier or later for a neighbouring motion, and
//
//   X = D + (x'+ - D x'-) n^* / (n^* x'-),      n = dg/dx,  x' = (v, a) before (-) and after (+) the reset
//
// M. A. Aizerman, F. R. Gantmakher, "On the stability of periodic motions", PMM 22(6), 1958; J. Kong et al., "Saltation
// matrices", Proc. IEEE 112(6), 2024, (16). If the motion only grazes, n^* x'- = 0, there is no derivative.
//
// The impact of a joint at its stop changes velocities as simulations do (simulate/events/internal/stops.hpp): with J the rows
// of the loops and of the joint, s the change of velocities of least kinetic energy (chains/loops/impulse.hpp) and e the
// restitution,
//
//   v+ = v + s(q, -J v - e v_joint),   q+ = q
//
// Cost: O(n^2) for the matrix; O(n) products with the adjoint of s for the impact.
#pragma once

#include <string>
#include <vector>

#include "sinew/simulate/linear/smooth_dynamics.hpp"

namespace sinew {

// The derivatives of an event's value g, and of its reset; both along the velocities of Model::integrate.
struct EventDerivatives {
  std::vector<double> value_by_q{}, value_by_v{};
  double value_by_time = 0;
  Matrix<double> reset{};  // D, 2 n_v x 2 n_v; empty: the identity
};

// Velocities and accelerations on one side of an event.
struct EventSide {
  In<double> v, a;
};

// Throws std::domain_error if the motion grazes: if g changes along the motion by less than `grazing` of the product of the sizes
// of dg/dx and x'.
Matrix<double> saltation_matrix(const EventDerivatives& event, const EventSide& before,
                                const EventSide& after, double grazing = 1e-8);

struct StopImpactOptions {
  double restitution = 0;
  double rest_speed = 1e-3;  // a joint that arrives more slowly stays at the stop
  SmoothForces forces{};
};

struct StopImpact {
  std::vector<double> v{};                    // after the impact
  std::vector<double> a_before{}, a_after{};  // accelerations
  bool stays = false;  // true: the joint is locked at the stop, and a_after is that of the locked robot
  Matrix<double> saltation{};  // X, 2 n_v x 2 n_v
};

// The impact of one joint, which is at its stop at q and moves with v under the joint torques tau. The other joints are not
// at theirs. Throws std::invalid_argument for joints without exactly one degree of freedom and a restitution outside 0 to 1;
// std::domain_error if the joint grazes its stop, or the rank of redundant rows changes.
StopImpact stop_impact(const Model& model, const std::string& joint, In<double> q, In<double> v,
                       In<double> tau, const StopImpactOptions& options = {});

}  // namespace sinew
