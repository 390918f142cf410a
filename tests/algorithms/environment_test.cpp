// External forces and an accelerating base.
#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::environment_test {

void expect_inverse_dynamics_as_in_the_dense_form(const Sample& sample) {
  Subject s(sample);
  std::vector<double> tau = s.zeros(), bias = s.zeros();
  inverse_dynamics(s.work, sample.q, sample.v, sample.a, tau, s.environment());
  bias_force(s.work, sample.q, sample.v, bias, s.environment());
  const auto dense = s.dense();
  ASSERT_LE(relative_error(tau, dense.inverse_dynamics(sample.a, sample.environment)), 1e-10);
  ASSERT_LE(relative_error(bias, dense.bias_force(sample.environment)), 1e-10);
}

void expect_forward_dynamics_as_in_the_dense_form(const Sample& sample) {
  Subject s(sample);
  std::vector<double> a = s.zeros();
  forward_dynamics(s.work, sample.q, sample.v, sample.tau, a, s.environment());
  const auto dense = s.dense<long double>();
  const VectorXd expected = dense.forward_dynamics(sample.tau, sample.environment).cast<double>();
  ASSERT_LE(relative_error(a, expected), 1e-10);
}

template <class Check>
void for_samples(Sample (*make)(int), const Check& check) {
  for (int i = 0; i < sample_count() && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    check(make(i));
  }
}

// The sample with its forces, and the ground at rest.
Sample pushed_sample(int index) {
  Sample sample = random_sample(index);
  sample.environment.base_acceleration.setZero();
  return sample;
}

// ---- External forces -----------------------------------------------------------------------------

TEST(ExternalForces, EnterInverseDynamicsAsInTheDenseForm) {
  for_samples(pushed_sample, expect_inverse_dynamics_as_in_the_dense_form);
}

TEST(ExternalForces, EnterForwardDynamicsAsInTheDenseForm) {
  for_samples(pushed_sample, expect_forward_dynamics_as_in_the_dense_form);
}

TEST(ExternalForces, WorkThroughTheJacobian) {
  for (int i = 0; i < std::min(300, sample_count()); ++i) {
    Subject s(pushed_sample(i));
    std::vector<double> with = s.zeros(), without = s.zeros();
    bias_force(s.work, s.sample.q, s.sample.v, with, s.environment());
    bias_force(s.work, s.sample.q, s.sample.v, without);
    update_poses(s.work, s.sample.q);
    VectorXd expected = as_dense(without);
    for (const ExternalForce<double>& push : s.forces) {
      Matrix<double> columns(6, s.dofs());
      jacobian(s.work, push.frame, Reference::body, columns);
      expected -= as_dense(columns).transpose() * as_dense(push.force);
    }
    ASSERT_LE(relative_error(with, expected), 1e-11) << "sample " << i;
  }
}

TEST(ExternalForces, OnTheGroundHaveNoEffect) {
  const Model model(pendulum(1, 1, 0.1));
  Workspace<double> work(model);
  const ExternalForce<double> push[] = {{ground, {{1, 2, 3}, {4, 5, 6}}}};
  std::vector<double> with(1), without(1);
  forward_dynamics(work, std::vector{0.2}, std::vector{0.0}, std::vector{0.0}, with, {.forces = push});
  forward_dynamics(work, std::vector{0.2}, std::vector{0.0}, std::vector{0.0}, without);
  EXPECT_EQ(with[0], without[0]);
}

// A force F along x at the bob of a hanging pendulum has the torque F l.
TEST(ExternalForces, OnAPendulumEqualTheHandComputedTorque) {
  Description robot = pendulum(2, 0.7, 0.3);
  robot.frames = {{.name = "bob", .body = "rod", .placement = {{}, {0, 0, -0.7}}}};
  const Model model(robot);
  Workspace<double> work(model);
  const ExternalForce<double> push[] = {{model.frame("bob"), {{}, {5, 0, 0}}}};
  std::vector<double> a(1);
  forward_dynamics(work, std::vector{0.0}, std::vector{0.0}, std::vector{0.0}, a, {.forces = push});
  EXPECT_NEAR(a[0], 5 * 0.7 / (2 * 0.49 + 0.3), 1e-14);
}

// ---- Accelerating base ---------------------------------------------------------------------------

TEST(BaseAcceleration, EntersInverseDynamicsAsInTheDenseForm) {
  for_samples(random_sample, expect_inverse_dynamics_as_in_the_dense_form);
}

TEST(BaseAcceleration, EntersForwardDynamicsAsInTheDenseForm) {
  for_samples(random_sample, expect_forward_dynamics_as_in_the_dense_form);
}

// In a freely falling lift nothing has weight.
TEST(BaseAcceleration, OfAFallingLiftCancelsGravity) {
  const Model model(double_pendulum(1, 2, 0.5, 0.4));
  Workspace<double> work(model);
  std::vector<double> tau(2);
  const Environment<double> falling{.base_acceleration = {{}, {0, 0, -9.81}}};
  bias_force(work, std::vector{0.4, 0.9}, std::vector{0.0, 0.0}, tau, falling);
  EXPECT_NEAR(tau[0], 0, 1e-14);
  EXPECT_NEAR(tau[1], 0, 1e-14);
}

// A pendulum whose pivot accelerates along x lags behind: (m l^2 + J) q'' = -m l a_x cos q.
TEST(BaseAcceleration, AcceleratesAPendulumBackwards) {
  const Model model = Model(pendulum(2, 0.7, 0.3)).with_gravity({});
  Workspace<double> work(model);
  std::vector<double> a(1);
  forward_dynamics(work, std::vector{0.3}, std::vector{0.0}, std::vector{0.0}, a,
                   {.base_acceleration = {{}, {4, 0, 0}}});
  EXPECT_NEAR(a[0], -2 * 0.7 * 4 * std::cos(0.3) / (2 * 0.49 + 0.3), 1e-14);
}

// The ground rotates about the joint's axis; the free body does not follow.
TEST(BaseAcceleration, ThatRotatesTheGroundDoesNotRotateAFreeWheel) {
  Description robot{.bodies = {hinged("wheel", "", {}, {1, {}, {0.1, 0, 0, 0.1, 0, 0.2}}, {0, 0, 1})}};
  const Model model(robot);
  Workspace<double> work(model);
  std::vector<double> a(1);
  forward_dynamics(work, std::vector{0.3}, std::vector{0.5}, std::vector{0.0}, a,
                   {.base_acceleration = {{0, 0, 3}, {}}});
  EXPECT_NEAR(a[0], -3, 1e-14);
}

}  // namespace sinew::test::environment_test
