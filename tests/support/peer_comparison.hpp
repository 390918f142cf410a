// Compares results of another library with sinew's, for any choice of velocities.
//
// A peer's velocities are u = S v with S depending on q; then u' = S a + c with c = S' v, and torques obey
// tau = S^T tau_u. With the peer's M_u and bias_u (torques at u' = 0):
//   M = S^T M_u S,   bias = S^T (M_u c + bias_u),   a = S^-1 (u' - c).
#pragma once

#include <gtest/gtest.h>

#include "sinew/sinew.hpp"
#include "tests/support/compare.hpp"

namespace sinew::test {

struct PeerVelocities {
  MatrixXd S;
  VectorXd c;

  explicit PeerVelocities(int size) : S(MatrixXd::Identity(size, size)), c(VectorXd::Zero(size)) {}
  VectorXd moments(const std::vector<double>& tau) const { return S.transpose().solve(as_dense(tau)); }
};

struct PeerAnswers {
  MatrixXd mass;
  VectorXd bias, acceleration;  // the latter for the state's torques
};

inline void expect_agreement(const Model& model, const State& state, const PeerVelocities& u,
                             const PeerAnswers& peer, double tolerance = 1e-8) {
  Workspace<double> work(model);
  const int n = model.velocity_size();
  MatrixXd mass(n, n);
  VectorXd bias(n), a(n);
  mass_matrix(work, state.q, mass);
  bias_force(work, state.q, state.v, bias);
  forward_dynamics(work, state.q, state.v, state.tau, a);
  EXPECT_LE(relative_error(mass, u.S.transpose() * peer.mass * u.S), tolerance) << "mass matrix";
  EXPECT_LE(relative_error(bias, u.S.transpose() * (peer.mass * u.c + peer.bias)), tolerance) << "bias";
  EXPECT_LE(relative_error(a, u.S.solve(peer.acceleration - u.c)),
            std::max(tolerance, 100 * 1.11e-16 * condition_of(mass)))
      << "accelerations";
}

}  // namespace sinew::test
