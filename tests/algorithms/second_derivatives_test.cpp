// Tests second derivatives of the dynamics: against differences of gradients, their symmetry, and costs along straight
// motions.
#include "sinew/algorithms/derivatives/second_derivatives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::second_derivatives_test {

struct Case : Subject<> {
  explicit Case(int index) : Subject(sample_without_custom_joints(index)), second(model), linear(model) {
    Random random(static_cast<unsigned>(index) + 5000);
    for (auto* vector : {&dq, &dv, &da, &w}) *vector = random_velocity(sample.description, random);
  }
  const std::vector<double>& third(bool forward) const { return forward ? sample.tau : sample.a; }
  // The gradient after moving by `step` along the direction.
  std::vector<double> gradient(bool forward, double step) {
    std::vector<double> q = sample.q, v = sample.v, x = third(forward), out = zeros(), by_q = out, by_v = out,
                        by_third = out;
    model.integrate(sample.q, dq, step, q);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += step * dv[i], x[i] += step * da[i];
    if (forward) {
      forward_dynamics(work, q, v, x, out, environment());
      linear.update(work);
      linear.forward_vjp(work, w, by_q, by_v, by_third);
    } else {
      inverse_dynamics(work, q, v, x, out, environment());
      linear.update(work);
      linear.inverse_vjp(work, w, by_q, by_v, by_third);
    }
    by_q.insert(by_q.end(), by_v.begin(), by_v.end());
    by_q.insert(by_q.end(), by_third.begin(), by_third.end());
    return by_q;
  }
  // The rate of the gradient along dq, dv, da.
  std::vector<double> rate(bool forward) {
    std::vector<double> g(3 * w.size()), found = g;
    if (forward)
      second.forward_jvp(sample.q, sample.v, sample.tau, w, dq, dv, da, g, found, environment());
    else
      second.inverse_jvp(sample.q, sample.v, sample.a, w, dq, dv, da, g, found, environment());
    return found;
  }
  MatrixXd hessian(bool forward) {
    Matrix<double> H(3 * dofs(), 3 * dofs());
    if (forward)
      second.forward_hessian(sample.q, sample.v, sample.tau, w, H, environment());
    else
      second.inverse_hessian(sample.q, sample.v, sample.a, w, H, environment());
    return as_dense(H);
  }

  SecondDerivatives<double> second;
  LinearizedDynamics<double> linear;
  std::vector<double> dq, dv, da, w;
};

TEST(SecondDerivatives, AreTheDifferencesOfGradients) {
  for (int i = 0; i < sample_count() / 10; ++i) {
    Case c(i);
    for (const bool forward : {false, true}) {
      const std::vector<double> found = c.rate(forward);
      // Central differences of eighth order.
      const double step = 2e-3, factors[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
      std::vector<double> expected(found.size());
      for (int k = 1; k <= 4; ++k) {
        const std::vector<double> ahead = c.gradient(forward, k * step),
                                  behind = c.gradient(forward, -k * step);
        for (std::size_t j = 0; j < expected.size(); ++j)
          expected[j] += factors[k - 1] / step * (ahead[j] - behind[j]);
      }
      const double ill = forward ? condition_of(c.dense().mass_matrix()) : 1;
      ASSERT_LE(relative_error(found, as_dense(expected)), 1e-9 * std::max(1.0, ill * 0.1)) << i << forward;
    }
  }
}

TEST(SecondDerivatives, HaveTheGradientAsTheirValue) {
  for (int i = 0; i < 100; ++i) {
    Case c(i);
    std::vector<double> g(3 * c.w.size()), rate = g;
    c.second.inverse_jvp(c.sample.q, c.sample.v, c.sample.a, c.w, c.dq, c.dv, c.da, g, rate, c.environment());
    ASSERT_LE(relative_error(g, as_dense(c.gradient(false, 0))), 1e-12) << i;
  }
}

// x^T H x is the second derivative of the cost along the motion x, for every kind of joint; away from the positions of
// spherical and floating joints, H x itself is the rate of the gradient.
TEST(SecondDerivatives, FormAHessianWhoseSquareIsTheCurvature) {
  for (int i = 0; i < 60; ++i) {
    Case c(i);
    if (c.dofs() > 20) continue;
    for (const bool forward : {false, true}) {
      const MatrixXd H = c.hessian(forward);
      std::vector<double> x = c.dq;
      x.insert(x.end(), c.dv.begin(), c.dv.end());
      x.insert(x.end(), c.da.begin(), c.da.end());
      const std::vector<double> rate = c.rate(forward);
      const VectorXd along = as_dense(x);
      const double expected = along.dot(as_dense(rate)), found = along.dot(H * along);
      ASSERT_NEAR(found, expected, 1e-11 * (1 + along.norm() * as_dense(rate).norm() + H.norm())) << i;
      ASSERT_EQ(H.rows(), 3 * c.dofs());
      const bool commutes = std::ranges::none_of(c.model.joints(), [](const JointInfo& joint) {
        return joint.kind == JointKind::spherical || joint.kind == JointKind::floating;
      });
      if (!commutes) continue;
      ASSERT_LE(relative_error(rate, H * along), 1e-10 * (1 + H.norm())) << i;
    }
  }
}

// The torques are linear in a and quadratic in v, so that these blocks are known.
TEST(SecondDerivatives, OfTorquesByAccelerationsAreZero) {
  for (int i = 0; i < 40; ++i) {
    Case c(i);
    const int n = c.dofs();
    if (n > 20) continue;
    const MatrixXd H = c.hessian(false);
    EXPECT_LE(H.block(2 * n, n, n, 2 * n).norm(), 1e-12 * (1 + H.norm())) << i;
    std::vector<double> none = c.zeros(), v = c.sample.v, bias = none, gravity = none;
    const Environment<double> environment = c.environment();
    bias_force(c.work, c.sample.q, v, bias, environment);
    bias_force(c.work, c.sample.q, none, gravity, environment);
    const VectorXd rates = as_dense(v);
    const double quadratic = as_dense(c.w).dot(as_dense(bias) - as_dense(gravity));
    EXPECT_NEAR(rates.dot(H.block(n, n, n, n) * rates) / 2, quadratic,
                1e-10 * (1 + std::abs(quadratic) + H.norm()))
        << i;
  }
}

TEST(SecondDerivatives, RefuseCustomJointsWrongSizesAndNumbers) {
  Description robot;
  robot.name = "wiper";
  robot.bodies = {{.name = "blade",
                   .joint = {.name = "cam", .kind = JointKind::custom, .custom = std::make_shared<Cam>()},
                   .inertial = {1, {0, 0, 0.1}, {0.01, 0, 0, 0.01, 0, 0.01}}}};
  const Model model(robot);
  EXPECT_TRUE(contains(complaint([&] { SecondDerivatives<double> second(model); }), "joint 'cam' is custom"));
  Case c(1);
  std::vector<double> g(3 * c.w.size()), nan = c.w;
  nan[0] = NAN;
  const auto call = [&](const std::vector<double>& w, std::vector<double>& gradient) {
    c.second.forward_jvp(c.sample.q, c.sample.v, c.sample.tau, w, c.dq, c.dv, c.da, gradient, g);
  };
  std::vector<double> short_one(c.w.size());
  EXPECT_THROW(call(c.w, short_one), std::invalid_argument);
  EXPECT_THROW(call(nan, g), std::invalid_argument);
}

}  // namespace sinew::test::second_derivatives_test
