#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::inverse_dynamics_test {

TEST(InverseDynamics, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> tau = s.zeros();
    inverse_dynamics(s.work, s.sample.q, s.sample.v, s.sample.a, tau);
    ASSERT_LE(relative_error(tau, s.dense().inverse_dynamics(s.sample.a)), 1e-10) << "sample " << i;
  }
}

TEST(BiasForce, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> bias = s.zeros();
    bias_force(s.work, s.sample.q, s.sample.v, bias);
    ASSERT_LE(relative_error(bias, s.dense().bias_force()), 1e-10) << "sample " << i;
  }
}

TEST(GravityForce, EqualsTheDenseFormOnRandomTrees) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(random_sample(i));
    std::vector<double> gravity = s.zeros();
    gravity_force(s.work, s.sample.q, gravity);
    ASSERT_LE(relative_error(gravity, s.dense().gravity_force()), 1e-10) << "sample " << i;
  }
}

TEST(GravityForce, IsTheGradientOfThePotentialEnergy) {
  for (int i = 0; i < 100; ++i) {
    Subject s(random_sample(i));
    std::vector<double> gravity = s.zeros();
    gravity_force(s.work, s.sample.q, gravity);
    const double step = 1e-5;
    for (int k = 0; k < s.dofs(); ++k) {
      std::vector<double> unit = s.zeros(), ahead = s.sample.q, behind = s.sample.q;
      unit[k] = 1;
      s.model.integrate(s.sample.q, unit, step, ahead);
      s.model.integrate(s.sample.q, unit, -step, behind);
      const double slope = (potential_energy(s.work, ahead) - potential_energy(s.work, behind)) / (2 * step);
      ASSERT_NEAR(gravity[k], slope, 1e-6 * std::max(1.0, std::abs(slope))) << "sample " << i << " dof " << k;
    }
  }
}

// tau = (m l^2 + J) q'' + m g l sin q for a rod hanging down.
TEST(InverseDynamics, OfAPendulumEqualsTheHandComputedOne) {
  const Model model(pendulum(2.0, 0.7, 0.3));
  Workspace<double> work(model);
  const std::vector<double> q{0.4}, v{3.0}, a{1.5};
  std::vector<double> tau(1);
  inverse_dynamics(work, q, v, a, tau);
  EXPECT_NEAR(tau[0], (2.0 * 0.7 * 0.7 + 0.3) * 1.5 + 2.0 * 9.81 * 0.7 * std::sin(0.4), 1e-14);
}

// Two point masses on massless rods, relative angles: the textbook's equations.
TEST(InverseDynamics, OfADoublePendulumEqualsTheHandComputedOne) {
  const double m1 = 1.3, m2 = 0.8, l1 = 0.9, l2 = 0.6, g = 9.81;
  const Model model(double_pendulum(m1, m2, l1, l2));
  Workspace<double> work(model);
  const std::vector<double> q{0.7, -1.1}, v{1.2, -0.4}, a{0.3, 2.1};
  std::vector<double> tau(2);
  inverse_dynamics(work, q, v, a, tau);
  const double c = std::cos(q[1]), s = std::sin(q[1]), h = m2 * l1 * l2;
  const double m11 = (m1 + m2) * l1 * l1 + m2 * l2 * l2 + 2 * h * c, m12 = m2 * l2 * l2 + h * c,
               m22 = m2 * l2 * l2;
  const double g2 = m2 * g * l2 * std::sin(q[0] + q[1]), g1 = (m1 + m2) * g * l1 * std::sin(q[0]) + g2;
  EXPECT_NEAR(tau[0], m11 * a[0] + m12 * a[1] - h * s * (2 * v[0] * v[1] + v[1] * v[1]) + g1, 1e-13);
  EXPECT_NEAR(tau[1], m12 * a[0] + m22 * a[1] + h * s * v[0] * v[0] + g2, 1e-13);
}

// The moment on a free body that rotates about its centre of mass is J w' + w x J w, the force m (v' + w x v - R^T g).
TEST(InverseDynamics, OfAFreeBodyContainsTheGyroscopicTerm) {
  const Model model(free_body(3.0, {0.2, 0.5, 0.6}));
  Workspace<double> work(model);
  const std::vector<double> q{1, 2, 3, 1, 0, 0, 0}, v{0.5, -1, 2, 0.1, 0.2, 0.3}, a{1, 2, 3, 4, 5, 6};
  std::vector<double> tau(6);
  inverse_dynamics(work, q, v, a, tau);
  EXPECT_NEAR(tau[0], 0.2 * 1 + (0.6 - 0.5) * -1 * 2, 1e-14);
  EXPECT_NEAR(tau[1], 0.5 * 2 + (0.2 - 0.6) * 2 * 0.5, 1e-14);
  EXPECT_NEAR(tau[2], 0.6 * 3 + (0.5 - 0.2) * 0.5 * -1, 1e-14);
  EXPECT_NEAR(tau[3], 3 * (4 + (-1 * 0.3 - 2 * 0.2)), 1e-13);
  EXPECT_NEAR(tau[4], 3 * (5 + (2 * 0.1 - 0.5 * 0.3)), 1e-13);
  EXPECT_NEAR(tau[5], 3 * (6 + (0.5 * 0.2 + 1 * 0.1) + 9.81), 1e-13);
}

// (M + m) x'' + m l (q'' cos q - q'^2 sin q) = F and m l cos q x'' + m l^2 q'' + m g l sin q = 0, pole
// hanging.
TEST(InverseDynamics, OfACartWithPoleEqualsTheHandComputedOne) {
  const double cart = 2, bob = 0.5, length = 0.8, g = 9.81;
  const Model model(cart_pole(cart, bob, length));
  Workspace<double> work(model);
  const std::vector<double> q{0.3, 0.6}, v{1, -2}, a{0.7, 1.9};
  std::vector<double> tau(2);
  inverse_dynamics(work, q, v, a, tau);
  const double c = std::cos(q[1]), s = std::sin(q[1]);
  EXPECT_NEAR(tau[0], (cart + bob) * a[0] + bob * length * (c * a[1] - s * v[1] * v[1]), 1e-13);
  EXPECT_NEAR(tau[1], bob * length * c * a[0] + bob * length * length * a[1] + bob * g * length * s, 1e-13);
}

TEST(InverseDynamics, CountsTheRotorInertiaOncePerDegreeOfFreedom) {
  Description with_rotor = double_pendulum(1, 1, 1, 1);
  const Model plain(with_rotor);
  with_rotor.bodies[0].joint.dofs = {{.armature = 0.25}};
  with_rotor.bodies[1].joint.dofs = {{.armature = 0.5}};
  const Model geared(with_rotor);
  Workspace<double> work(plain), geared_work(geared);
  const std::vector<double> q{0.1, 0.2}, v{0.3, 0.4}, a{2, 3};
  std::vector<double> tau(2), geared_tau(2);
  inverse_dynamics(work, q, v, a, tau);
  inverse_dynamics(geared_work, q, v, a, geared_tau);
  EXPECT_NEAR(geared_tau[0] - tau[0], 0.25 * 2, 1e-14);
  EXPECT_NEAR(geared_tau[1] - tau[1], 0.5 * 3, 1e-14);
}

TEST(JointFriction, OpposesMotionByDampingAndDryFriction) {
  Description robot = double_pendulum(1, 1, 1, 1);
  robot.bodies[0].joint.dofs = {{.damping = 0.5, .dry_friction = 0.2}};
  robot.bodies[1].joint.dofs = {{.damping = 2, .dry_friction = 0.1}};
  const Model model(robot);
  std::vector<double> tau(2);
  joint_friction(model, std::vector<double>{2, -3}, tau);
  EXPECT_DOUBLE_EQ(tau[0], -(0.5 * 2 + 0.2));
  EXPECT_DOUBLE_EQ(tau[1], 2 * 3 + 0.1);
  joint_friction(model, std::vector<double>{0, 0}, tau);
  EXPECT_EQ(tau[0], 0);
  EXPECT_EQ(tau[1], 0);
}

TEST(JointFriction, RefusesVectorsOfWrongSizeAndNotANumber) {
  const Model model(double_pendulum(1, 1, 1, 1));
  std::vector<double> tau(2), short_tau(1);
  EXPECT_THROW(joint_friction(model, std::vector<double>{1}, tau), std::invalid_argument);
  EXPECT_THROW(joint_friction(model, std::vector<double>{1, 2, 3}, tau), std::invalid_argument);
  EXPECT_THROW(joint_friction(model, std::vector<double>{1, NAN}, tau), std::invalid_argument);
  EXPECT_THROW(joint_friction(model, std::vector<double>{1, 2}, short_tau), std::invalid_argument);
}

}  // namespace sinew::test::inverse_dynamics_test
