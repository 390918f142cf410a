// Tests the derivatives of dynamics in independent coordinates: against dual numbers through the recursions, and against
// each other.
#include "sinew/chains/derivatives/linearized_independent_dynamics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_followers.hpp"

namespace sinew::test::linearized_independent_dynamics_test {

using D = Dual<double>;
using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
void expect_near(const Vector& actual, const std::vector<D>& expected, double tolerance,
                 const std::string& what) {
  double most = 1;
  for (const D& number : expected) most = std::max(most, std::abs(number.rate));
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(actual[i], expected[i].rate, tolerance * most) << what << ", entry " << i;
}

struct Case {
  explicit Case(int index)
      : sample(random_follower_sample(index)), model(sample.description), random(500u + unsigned(index)) {
    for (Vector* vector : {&dq, &dv, &dthird, &w}) {
      vector->resize(sample.v.size());
      for (double& number : *vector) number = random.uniform(-1, 1);
    }
    out = by_q = by_v = by_third = Vector(sample.v.size());
  }
  bool has_custom_joint() const {
    return std::any_of(model.joints().begin(), model.joints().end(),
                       [](const JointInfo& joint) { return joint.kind == JointKind::custom; });
  }
  static std::vector<D> both(const Vector& value, const Vector& rate) {
    std::vector<D> out;
    for (std::size_t i = 0; i < value.size(); ++i) out.emplace_back(value[i], rate[i]);
    return out;
  }
  std::vector<D> moving_q() const {
    std::vector<D> q(sample.q.size());
    detail::set_moving_position(model.tree<double>(), sample.q.data(), dq.data(), q.data());
    return q;
  }
  double back() const { return dot(by_q, dq) + dot(by_v, dv) + dot(by_third, dthird); }

  FollowerSample sample;
  Model model;
  Random random;
  Vector dq, dv, dthird, w, out, by_q, by_v, by_third;
};

TEST(LinearizedIndependentDynamics, GivesTheRatesOfInverseDynamicsAndTheirAdjoint) {
  int used = 0;
  for (int i = 0; i < 150; ++i) {
    Case c(i);
    if (c.has_custom_joint()) continue;
    IndependentDynamics<double> robot(c.model);
    LinearizedIndependentDynamics<double> linear(c.model);
    Vector tau(std::size_t(robot.size())), plain = tau, dtau = tau;
    linear.linearize_inverse(robot, c.sample.q, c.sample.v, c.sample.a, tau);
    linear.inverse_jvp(robot, c.dq, c.dv, c.dthird, dtau);
    IndependentDynamics<D> dual(c.model);
    std::vector<D> expected(tau.size());
    dual.inverse_dynamics(c.moving_q(), Case::both(c.sample.v, c.dv), Case::both(c.sample.a, c.dthird),
                          expected);
    for (std::size_t k = 0; k < tau.size(); ++k)
      ASSERT_NEAR(tau[k], expected[k].value, 1e-9 * (1 + std::abs(tau[k])));
    expect_near(dtau, expected, 1e-10, "sample " + std::to_string(i));
    c.w.resize(tau.size());
    linear.inverse_vjp(robot, c.w, c.by_q, c.by_v, c.by_third);
    ASSERT_NEAR(c.back(), dot(c.w, dtau), 1e-11 * (1 + std::sqrt(dot(c.w, c.w) * dot(dtau, dtau)))) << i;
    for (const Follower& follower : robot.coordinates().followers())
      ASSERT_EQ(c.by_q[std::size_t(follower.v)], 0);
    ++used;
  }
  EXPECT_GT(used, 80);
}

TEST(LinearizedIndependentDynamics, GivesTheRatesOfForwardDynamicsAndTheirAdjoint) {
  int used = 0;
  for (int i = 0; i < 150; ++i) {
    Case c(i);
    if (c.has_custom_joint()) continue;
    IndependentDynamics<double> robot(c.model);
    LinearizedIndependentDynamics<double> linear(c.model);
    Vector a = c.out;
    linear.linearize_forward(robot, c.sample.q, c.sample.v, c.sample.tau, a);
    linear.forward_jvp(robot, c.dq, c.dv, c.dthird, c.out);
    IndependentDynamics<D> dual(c.model);
    std::vector<D> expected(a.size());
    dual.forward_dynamics(c.moving_q(), Case::both(c.sample.v, c.dv), Case::both(c.sample.tau, c.dthird),
                          expected);
    expect_near(c.out, expected, 1e-7, "sample " + std::to_string(i));
    linear.forward_vjp(robot, c.w, c.by_q, c.by_v, c.by_third);
    ASSERT_NEAR(c.back(), dot(c.w, c.out), 1e-9 * (1 + std::sqrt(dot(c.w, c.w) * dot(c.out, c.out)))) << i;
    ++used;
  }
  EXPECT_GT(used, 80);
}

TEST(LinearizedIndependentDynamics, RefusesAStateThatIsNotItsOwn) {
  int index = 0;
  while (Case(index).has_custom_joint()) ++index;
  Case c(index);
  IndependentDynamics<double> robot(c.model);
  LinearizedIndependentDynamics<double> linear(c.model);
  const auto product = [&] { linear.forward_jvp(robot, c.dq, c.dv, c.dthird, c.out); };
  EXPECT_THROW(product(), std::logic_error);
  linear.linearize_forward(robot, c.sample.q, c.sample.v, c.sample.tau, c.out);
  EXPECT_NO_THROW(product());
  Vector tau(std::size_t(robot.size()));
  linear.linearize_inverse(robot, c.sample.q, c.sample.v, c.sample.a, tau);
  EXPECT_THROW(product(), std::logic_error) << "linearised for inverse dynamics";
  linear.linearize_forward(robot, c.sample.q, c.sample.v, c.sample.tau, c.out);
  Vector elsewhere = c.sample.q;
  elsewhere[std::size_t(robot.coordinates().indices().positions[0])] += 0.1;
  robot.set_position(elsewhere);
  EXPECT_THROW(product(), std::logic_error);
}

}  // namespace sinew::test::linearized_independent_dynamics_test
