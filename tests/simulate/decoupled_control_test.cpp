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

}  // namespace sinew::test::decoupled_control_test
