// Compares forward dynamics with dense algebra. The error of the accelerations grows with the condition number of the
// mass matrix (up to 1e7 in the samples). The reference runs in long double, so that only the library's error is
// measured: that of the accelerations, and the backward error |M a + bias - tau| relative to |M| |a| + |tau|.
#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::forward_dynamics_test {

TEST(ForwardDynamics, EqualsTheDenseSolutionOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    const auto dense = s.dense<long double>();
    const MatrixXd mass = dense.mass_matrix().cast<double>();
    const VectorXd bias = dense.bias_force().cast<double>(), tau = as_dense(s.sample.tau);
    std::vector<double> a = s.zeros();
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a);
    ASSERT_LE(relative_error(a, dense.forward_dynamics(s.sample.tau)), 1e-10)
        << "sample " << i << " condition " << condition_of(mass);
    if (a.empty()) continue;
    const VectorXd residual = mass * as_dense(a) + bias - tau;
    const double scale = (mass.cwiseAbs() * as_dense(a).cwiseAbs() + tau.cwiseAbs()).maxCoeff();
    ASSERT_LE(residual.largest(), 1e-13 * scale) << "sample " << i;
  }
}

TEST(ForwardDynamics, AfterInverseDynamicsIsTheIdentity) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> tau = s.zeros(), a = s.zeros();
    inverse_dynamics(s.work, s.sample.q, s.sample.v, s.sample.a, tau, s.environment());
    forward_dynamics(s.work, s.sample.q, s.sample.v, tau, a, s.environment());
    ASSERT_LE(relative_error(a, s.sample.a), 1e-9) << "sample " << i;
  }
}

TEST(InverseDynamics, AfterForwardDynamicsIsTheIdentity) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> tau = s.zeros(), a = s.zeros();
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    inverse_dynamics(s.work, s.sample.q, s.sample.v, a, tau, s.environment());
    // Torques of single bodies cancel in the sum; they set the scale.
    const MatrixXd mass = s.dense().mass_matrix();
    const double scale = a.empty() ? 1 : std::max(1.0, (mass.cwiseAbs() * as_dense(a).cwiseAbs()).maxCoeff());
    ASSERT_LE(relative_error(tau, s.sample.tau), 1e-11 * scale) << "sample " << i;
  }
}

TEST(ForwardDynamics, OfAPendulumEqualsTheHandComputedOne) {
  const Model model(pendulum(2.0, 0.7, 0.3));
  Workspace<double> work(model);
  std::vector<double> a(1);
  forward_dynamics(work, std::vector{0.4}, std::vector{3.0}, std::vector{0.5}, a);
  EXPECT_NEAR(a[0], (0.5 - 2.0 * 9.81 * 0.7 * std::sin(0.4)) / (2.0 * 0.7 * 0.7 + 0.3), 1e-14);
}

TEST(ForwardDynamics, OfADoublePendulumEqualsTheHandComputedOne) {
  const double m1 = 1.3, m2 = 0.8, l1 = 0.9, l2 = 0.6, g = 9.81;
  const Model model(double_pendulum(m1, m2, l1, l2));
  Workspace<double> work(model);
  const std::vector<double> q{0.7, -1.1}, v{1.2, -0.4}, tau{0.3, 2.1};
  std::vector<double> a(2);
  forward_dynamics(work, q, v, tau, a);
  const double c = std::cos(q[1]), s = std::sin(q[1]), h = m2 * l1 * l2;
  const double m11 = (m1 + m2) * l1 * l1 + m2 * l2 * l2 + 2 * h * c, m12 = m2 * l2 * l2 + h * c,
               m22 = m2 * l2 * l2;
  const double g2 = m2 * g * l2 * std::sin(q[0] + q[1]), g1 = (m1 + m2) * g * l1 * std::sin(q[0]) + g2;
  const double r1 = tau[0] + h * s * (2 * v[0] * v[1] + v[1] * v[1]) - g1,
               r2 = tau[1] - h * s * v[0] * v[0] - g2;
  const double determinant = m11 * m22 - m12 * m12;
  EXPECT_NEAR(a[0], (m22 * r1 - m12 * r2) / determinant, 1e-12);
  EXPECT_NEAR(a[1], (m11 * r2 - m12 * r1) / determinant, 1e-12);
}

// Euler's equations, and free fall in the body frame: v' = R^T g - w x v.
TEST(ForwardDynamics, OfAFreeBodySatisfiesEulersEquations) {
  const Model model(free_body(3.0, {0.2, 0.5, 0.6}));
  Workspace<double> work(model);
  const std::vector<double> v{0.5, -1, 2, 0.1, 0.2, 0.3};
  std::vector<double> a(6);
  forward_dynamics(work, std::vector<double>{1, 2, 3, 1, 0, 0, 0}, v, std::vector<double>(6), a);
  EXPECT_NEAR(a[0], (0.5 - 0.6) / 0.2 * v[1] * v[2], 1e-14);
  EXPECT_NEAR(a[1], (0.6 - 0.2) / 0.5 * v[2] * v[0], 1e-14);
  EXPECT_NEAR(a[2], (0.2 - 0.5) / 0.6 * v[0] * v[1], 1e-14);
  EXPECT_NEAR(a[3], -(v[1] * v[5] - v[2] * v[4]), 1e-14);
  EXPECT_NEAR(a[4], -(v[2] * v[3] - v[0] * v[5]), 1e-14);
  EXPECT_NEAR(a[5], -(v[0] * v[4] - v[1] * v[3]) - 9.81, 1e-14);
}

TEST(ForwardDynamics, OfACartWithPoleEqualsTheHandComputedOne) {
  const double cart = 2, bob = 0.5, length = 0.8, g = 9.81;
  const Model model(cart_pole(cart, bob, length));
  Workspace<double> work(model);
  const std::vector<double> q{0.3, 0.6}, v{1, -2}, tau{0.7, 0};
  std::vector<double> a(2);
  forward_dynamics(work, q, v, tau, a);
  const double c = std::cos(q[1]), s = std::sin(q[1]);
  const double x = (tau[0] + bob * s * (length * v[1] * v[1] + g * c)) / (cart + bob * s * s);
  EXPECT_NEAR(a[0], x, 1e-14);
  EXPECT_NEAR(a[1], -(x * c + g * s) / length, 1e-13);
}

TEST(ForwardDynamics, ConservesEnergyWithoutGravity) {
  for (int i = 0; i < 100; ++i) {  // dT/dt = v . tau without other forces
    Sample sample = random_sample(i);
    sample.description.gravity = {};
    Subject s(sample);
    std::vector<double> a = s.zeros(), ahead = s.sample.q, behind = s.sample.q;
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a);
    const double step = 1e-5;
    const auto energy_after = [&](double time) {
      std::vector<double> q = s.sample.q, v = s.sample.v;
      s.model.integrate(s.sample.q, s.sample.v, time, q);
      for (std::size_t k = 0; k < v.size(); ++k) v[k] += time * a[k];
      return kinetic_energy(s.work, q, v);
    };
    const double power = as_dense(s.sample.v).dot(as_dense(s.sample.tau));
    const double energy = std::max(1.0, energy_after(0));
    ASSERT_NEAR((energy_after(step) - energy_after(-step)) / (2 * step), power, 1e-4 * energy)
        << "sample " << i;
  }
}

}  // namespace sinew::test::forward_dynamics_test
