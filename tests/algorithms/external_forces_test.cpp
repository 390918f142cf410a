#include <gtest/gtest.h>

#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test {
namespace {

// The sample with its forces kept and the ground at rest.
Sample pushed_sample(int index) {
  Sample sample = random_sample(index);
  sample.environment.base_acceleration.setZero();
  return sample;
}

TEST(ExternalForces, EnterInverseDynamicsAsInTheDenseForm) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(pushed_sample(i));
    std::vector<double> tau = s.zeros(), bias = s.zeros();
    inverse_dynamics(s.model, s.work, s.sample.q, s.sample.v, s.sample.a, tau, s.environment());
    bias_force(s.model, s.work, s.sample.q, s.sample.v, bias, s.environment());
    const auto dense = s.dense();
    ASSERT_LE(relative_error(tau, dense.inverse_dynamics(s.sample.a, s.sample.environment)), 1e-10) << i;
    ASSERT_LE(relative_error(bias, dense.bias_force(s.sample.environment)), 1e-10) << i;
  }
}

TEST(ExternalForces, EnterForwardDynamicsAsInTheDenseForm) {
  for (int i = 0; i < sample_count(); ++i) {
    Subject s(pushed_sample(i));
    std::vector<double> a = s.zeros();
    forward_dynamics(s.model, s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const auto dense = s.dense<long double>();
    const VectorXd expected = dense.forward_dynamics(s.sample.tau, s.sample.environment).cast<double>();
    ASSERT_LE(relative_error(a, expected), 1e-10) << i;
  }
}

TEST(ExternalForces, WorkThroughTheJacobian) {
  for (int i = 0; i < std::min(300, sample_count()); ++i) {
    Subject s(pushed_sample(i));
    std::vector<double> with = s.zeros(), without = s.zeros();
    bias_force(s.model, s.work, s.sample.q, s.sample.v, with, s.environment());
    bias_force(s.model, s.work, s.sample.q, s.sample.v, without);
    update_poses(s.model, s.work, s.sample.q);
    VectorXd expected = as_dense(without);
    for (const ExternalForce<double>& push : s.forces) {
      Matrix<double> columns(6, s.freedoms());
      jacobian(s.model, s.work, push.frame, Reference::body, columns);
      expected -= as_dense(columns).transpose() * as_dense(push.force);
    }
    ASSERT_LE(relative_error(with, expected), 1e-11) << "sample " << i;
  }
}

TEST(ExternalForces, OnTheGroundMoveNothing) {
  const Model model(pendulum(1, 1, 0.1));
  Workspace<double> work(model);
  const ExternalForce<double> push[] = {{ground, {{1, 2, 3}, {4, 5, 6}}}};
  std::vector<double> with(1), without(1);
  forward_dynamics(model, work, std::vector{0.2}, std::vector{0.0}, std::vector{0.0}, with, {.forces = push});
  forward_dynamics(model, work, std::vector{0.2}, std::vector{0.0}, std::vector{0.0}, without);
  EXPECT_EQ(with[0], without[0]);
}

// A force F along x at the bob of a hanging pendulum turns it by F l.
TEST(ExternalForces, PushAPendulumAsByHand) {
  Description robot = pendulum(2, 0.7, 0.3);
  robot.frames = {{.name = "bob", .body = "rod", .placement = {{}, {0, 0, -0.7}}}};
  const Model model(robot);
  Workspace<double> work(model);
  const ExternalForce<double> push[] = {{model.frame("bob"), {{}, {5, 0, 0}}}};
  std::vector<double> a(1);
  forward_dynamics(model, work, std::vector{0.0}, std::vector{0.0}, std::vector{0.0}, a, {.forces = push});
  EXPECT_NEAR(a[0], 5 * 0.7 / (2 * 0.49 + 0.3), 1e-14);
}

}  // namespace
}  // namespace sinew::test
