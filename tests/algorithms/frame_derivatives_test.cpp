// Tests derivatives of frame velocities and accelerations, and rates of Jacobians, against dual numbers.
#include "sinew/algorithms/derivatives/frame_derivatives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::frame_derivatives_test {

using D = Dual<double>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// A sample that moves along random changes of q, v and a, also as dual numbers.
struct Case : Subject<> {
  explicit Case(int index) : Subject(sample_without_custom_joints(index)), dual(model) {
    Random random(static_cast<unsigned>(index) + 3000);
    for (auto* vector : {&dq, &dv, &da}) *vector = random_velocity(sample.description, random);
    frame = {1 + random.below(static_cast<int>(model.frames().size()) - 1)};
    for (Force<double>* w : {&weights.pose, &weights.velocity, &weights.acceleration}) {
      for (int i = 0; i < 6; ++i) (*w)[i] = random.uniform(-1, 1);
    }
    move(dq, dv, da);
    update_accelerations(work, sample.q, sample.v, sample.a);
  }
  void move(const std::vector<double>& q_rate, const std::vector<double>& v_rate,
            const std::vector<double>& a_rate) {
    std::vector<D> q(sample.q.size()), v(sample.v.size()), a(v.size());
    detail::set_moving_position(model.tree<double>(), sample.q.data(), q_rate.data(), q.data());
    for (std::size_t i = 0; i < v.size(); ++i) {
      v[i] = {sample.v[i], v_rate[i]};
      a[i] = {sample.a[i], a_rate[i]};
    }
    update_accelerations(dual, q, v, a);
  }
  static Motion<double> rate(const Motion<D>& m) {
    Motion<double> rates;
    for (int i = 0; i < 6; ++i) rates[i] = m[i].rate;
    return rates;
  }
  VectorXd times(const Matrix<double>& matrix, const std::vector<double>& x) const {
    return as_dense(matrix) * as_dense(x);
  }

  Workspace<D> dual;
  std::vector<double> dq, dv, da;
  FrameIndex frame;
  FrameWeights<double> weights;
};

TEST(FrameDerivatives, AreTheRatesThatDualNumbersGive) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(i);
    Matrix<double> J(6, c.dofs()), V_by_q = J, A_by_q = J, A_by_v = J;
    for (const Reference reference : all_references) {
      jacobian(c.work, c.frame, reference, J);
      velocity_derivative(c.work, c.frame, reference, V_by_q);
      acceleration_derivatives(c.work, c.frame, reference, A_by_q, A_by_v);
      const VectorXd dV = c.times(V_by_q, c.dq) + c.times(J, c.dv);
      const VectorXd dA = c.times(A_by_q, c.dq) + c.times(A_by_v, c.dv) + c.times(J, c.da);
      ASSERT_LE(relative_error(Case::rate(velocity(c.dual, c.frame, reference)), dV), 1e-12) << i;
      ASSERT_LE(relative_error(Case::rate(acceleration(c.dual, c.frame, reference)), dA), 1e-12) << i;
    }
  }
}

TEST(FrameDerivatives, HaveProductsThatBelongToTheirMatrices) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(i);
    std::vector<double> by_q = c.zeros(), by_v = by_q, by_a = by_q;
    for (const Reference reference : all_references) {
      const FrameChange<double> change = frame_jvp(c.work, c.frame, reference, c.dq, c.dv, c.da);
      const Motion<double> moved = jacobian_times(c.work, c.frame, reference, c.dq);
      ASSERT_LE(relative_error(change.pose, as_dense(moved)), 1e-13);
      const Motion<double> dV = Case::rate(velocity(c.dual, c.frame, reference)),
                           dA = Case::rate(acceleration(c.dual, c.frame, reference));
      ASSERT_LE(relative_error(change.velocity, as_dense(dV)), 1e-12);
      ASSERT_LE(relative_error(change.acceleration, as_dense(dA)), 1e-12);
      frame_vjp(c.work, c.frame, reference, c.weights, by_q, by_v, by_a);
      const auto& [w, w_V, w_A] = c.weights;
      const double along = sinew::dot(w, change.pose) + sinew::dot(w_V, change.velocity) +
                           sinew::dot(w_A, change.acceleration);
      double size = 1;
      for (int k = 0; k < 6; ++k) size += std::abs(dV[k]) + std::abs(dA[k]) + std::abs(change.pose[k]);
      ASSERT_NEAR(dot(by_q, c.dq) + dot(by_v, c.dv) + dot(by_a, c.da), along, 1e-12 * size * 10) << i;
    }
  }
}

TEST(FrameDerivatives, AreTheSameAfterInverseDynamics) {
  for (int i = 0; i < 100; ++i) {
    Case c(i);
    Matrix<double> by_q(6, c.dofs()), by_v = by_q, other_by_q = by_q, other_by_v = by_q;
    acceleration_derivatives(c.work, c.frame, Reference::body, by_q, by_v);
    std::vector<double> tau = c.zeros();
    inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, tau, c.environment());
    acceleration_derivatives(c.work, c.frame, Reference::body, other_by_q, other_by_v);
    ASSERT_LE(relative_error(other_by_q, as_dense(by_q)), 1e-12) << i;
    ASSERT_LE(relative_error(other_by_v, as_dense(by_v)), 1e-12) << i;
  }
}

TEST(FrameDerivatives, WriteNothingIfTheAccelerationsAreUnknown) {
  Case c(5);
  Matrix<double> by_q(6, c.dofs()), by_v = by_q;
  std::fill_n(by_q.data(), 6 * c.dofs(), 7.0);
  std::vector<double> gradient(c.zeros().size(), 7.0), other = gradient, third = gradient;
  set_state(c.work, c.sample.q, c.sample.v);
  EXPECT_THROW(acceleration_derivatives(c.work, c.frame, Reference::body, by_q, by_v), std::logic_error);
  EXPECT_THROW(frame_vjp(c.work, c.frame, Reference::body, c.weights, gradient, other, third),
               std::logic_error);
  EXPECT_EQ(std::count(by_q.data(), by_q.data() + 6 * c.dofs(), 7.0), 6 * c.dofs());
  EXPECT_EQ(gradient, std::vector<double>(gradient.size(), 7.0));
}

TEST(JacobianRate, IsTheRateOfTheJacobian) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(i);
    c.move(c.sample.v, c.dv, c.da);
    Matrix<double> rate(6, c.dofs()), expected = rate;
    Matrix<D> J(6, c.dofs());
    for (const Reference reference : all_references) {
      jacobian_rate(c.work, c.frame, reference, rate);
      jacobian(c.dual, c.frame, reference, J);
      for (int k = 0; k < 6 * c.dofs(); ++k) expected.data()[k] = J.data()[k].rate;
      ASSERT_LE(relative_error(rate, as_dense(expected)), 1e-12) << i;
    }
  }
}

TEST(FrameDerivatives, RefuseWrongSizesAndMissingAccelerations) {
  Case c(1);
  Matrix<double> by_q(6, c.dofs()), wrong(6, c.dofs() + 1);
  EXPECT_THROW(velocity_derivative(c.work, c.frame, Reference::body, wrong), std::invalid_argument);
  set_state(c.work, c.sample.q, c.dv);
  EXPECT_THROW(acceleration_derivatives(c.work, c.frame, Reference::body, by_q, by_q), std::logic_error);
  EXPECT_NO_THROW(velocity_derivative(c.work, c.frame, Reference::body, by_q));
  EXPECT_THROW(frame_jvp(c.work, c.frame, Reference::body, c.dq, c.dv, c.zeros()), std::logic_error);
}

}  // namespace sinew::test::frame_derivatives_test
