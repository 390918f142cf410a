// Checks the control law of each residual velocity by finite differences.
#include "sinew/simulate/controllers/decoupled_control.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulate/controlled_robots.hpp"

namespace sinew::test::decoupled_control_test {

TEST(DecoupledControl, EveryResidualVelocityObeysItsOwnLaw) {
  const Model model = ball_arm();
  Workspace<double> work(model);
  const auto n = std::size_t(model.velocity_size());
  const double omega = 6, zeta = 0.8;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed);
    const TrajectoryPlan target = motion(model, seed);
    DecoupledControl control(model, {.frequency = omega, .damping_ratio = zeta, .target = target});
    Tracking tracking(model, target);
    const double t = 0.8, h = 1e-5;
    const std::vector<double> a = accelerations(model, state, torques(control, t, state));
    std::vector<double> eta(n);
    const auto residual = [&](double later) {
      const State there = moved(model, state, a, later);
      tracking.update(t + later, there.q, there.v);
      std::vector<double> nu(n);
      for (std::size_t i = 0; i < n; ++i) nu[i] = tracking.velocity()[i] - there.v[i];
      update_filter(work, there.q);
      square_root_adjoint_times(work, nu, nu);
      square_root_adjoint_times(work, tracking.error(), eta);
      return nu;
    };
    const std::vector<double> behind = residual(h), before = residual(-h), now = residual(0);
    for (std::size_t i = 0; i < n; ++i) {
      const double law = -2 * zeta * omega * now[i] - omega * omega * eta[i];
      EXPECT_NEAR((behind[i] - before[i]) / (2 * h), law, 1e-5 * (1 + std::abs(law)));
    }
  }
}

// nu_e = m^* (w_u - u) of the independent velocities, where m m^* = M_u is factored densely.
TEST(DecoupledControl, EveryResidualVelocityObeysItsOwnLawThoughAJointFollowsAnother) {
  const Model model = arm_with_follower();
  IndependentDynamics<double> dynamics(model);
  const int n = dynamics.size();
  Matrix<double> M(n, n), m(n, n);
  const double omega = 6, zeta = 0.8;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const State state = random_state(model, seed);
    const TrajectoryPlan target = motion(model, seed);
    DecoupledControl control(model, {.frequency = omega, .damping_ratio = zeta, .target = target});
    Tracking tracking(model, target);
    const double t = 0.8, h = 1e-5;
    const std::vector<double> tau = torques(control, t, state);
    EXPECT_EQ(tau.back(), 0) << "the joint that follows has no motor";
    const std::vector<double> a = accelerations(model, state, tau);
    // Returns m^* of the velocity errors, and m^* of the position errors.
    const auto residuals = [&](double later) {
      const State there = moved(model, state, a, later);
      tracking.update(t + later, there.q, there.v);
      dynamics.mass_matrix(there.q, M);
      for (int j = n - 1; j >= 0; --j) {  // the upper triangular m, from its last column
        for (int i = j; i >= 0; --i) {
          double rest = M(i, j);
          for (int k = j + 1; k < n; ++k) rest -= m(i, k) * m(j, k);
          m(i, j) = i == j ? std::sqrt(rest) : rest / m(j, j);
        }
      }
      std::pair<std::vector<double>, std::vector<double>> result;
      for (int j = 0; j < n; ++j) {
        double velocity = 0, position = 0;
        for (int i = 0; i <= j; ++i) {
          const auto v = std::size_t(dynamics.independent()[std::size_t(i)]);
          velocity += m(i, j) * (tracking.velocity()[v] - there.v[v]);
          position += m(i, j) * tracking.error()[v];
        }
        result.first.push_back(velocity);
        result.second.push_back(position);
      }
      return result;
    };
    const auto after = residuals(h).first, before = residuals(-h).first;
    const auto [nu, eta] = residuals(0);
    for (std::size_t i = 0; i < nu.size(); ++i) {
      const double law = -2 * zeta * omega * nu[i] - omega * omega * eta[i];
      EXPECT_NEAR((after[i] - before[i]) / (2 * h), law, 1e-5 * (1 + std::abs(law)));
    }
  }
}

}  // namespace sinew::test::decoupled_control_test
