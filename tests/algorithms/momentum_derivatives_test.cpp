// Tests derivatives of energy, momentum, the mass matrix and Omega against dual numbers.
#include "sinew/algorithms/derivatives/momentum_derivatives.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sinew/algorithms/derivatives/omega_derivative.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::momentum_derivatives_test {

using D = Dual<double>;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
double size_of(const std::vector<double>& a, const std::vector<double>& b) {
  return 1 + std::sqrt(dot(a, a) * dot(b, b));
}

// A sample at its state, and as dual numbers that move along random changes of q and v.
struct Case : Subject<> {
  explicit Case(int index) : Subject(sample_without_custom_joints(index)), dual(model) {
    Random random(static_cast<unsigned>(index) + 4000);
    for (auto* vector : {&dq, &dv, &x, &y}) *vector = random_velocity(sample.description, random);
    for (int i = 0; i < 6; ++i) f[i] = random.uniform(-1, 1), w[i] = random.uniform(-1, 1);
    std::vector<D> v(sample.v.size());
    moving_q.resize(sample.q.size());
    detail::set_moving_position(model.tree<double>(), sample.q.data(), dq.data(), moving_q.data());
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = {sample.v[i], dv[i]};
    set_state(dual, moving_q, v);
    set_state(work, sample.q, sample.v);
  }

  Workspace<D> dual;
  std::vector<D> moving_q;
  std::vector<double> dq, dv, x, y;
  Force<double> f, w;
};

TEST(MomentumDerivatives, OfKineticEnergyAreTheRatesThatDualNumbersGive) {
  for (int i = 0; i < sample_count() / 2; ++i) {
    Case c(i);
    std::vector<double> by_q = c.zeros(), by_v = by_q, gravity = by_q;
    MomentumDerivatives<double> derivatives(c.model);
    derivatives.kinetic_energy_gradient(c.work, by_q, by_v);
    ASSERT_NEAR(dot(by_q, c.dq) + dot(by_v, c.dv), kinetic_energy(c.dual).rate,
                1e-12 * (size_of(by_q, c.dq) + size_of(by_v, c.dv)))
        << i;
    gravity_force(c.work, gravity);
    ASSERT_NEAR(dot(gravity, c.dq), potential_energy(c.dual).rate, 1e-11 * size_of(gravity, c.dq)) << i;
  }
}

TEST(MomentumDerivatives, OfCentroidalMomentumAreTheRatesThatDualNumbersGive) {
  for (int i = 0; i < sample_count() / 2; ++i) {
    Case c(i);
    MomentumDerivatives<double> derivatives(c.model);
    Matrix<double> by_q(6, c.dofs()), by_v = by_q;
    derivatives.centroidal_momentum_derivative(c.work, by_q);
    centroidal_momentum_matrix(c.work, by_v);
    const VectorXd found = as_dense(by_q) * as_dense(c.dq) + as_dense(by_v) * as_dense(c.dv);
    const Force<D> expected = centroidal_momentum(c.dual);
    Force<double> rate;
    for (int k = 0; k < 6; ++k) rate[k] = expected[k].rate;
    ASSERT_LE(relative_error(rate, found), 1e-12) << i;
  }
}

TEST(MomentumDerivatives, OfTheCentroidalMomentumMatrixAreTheRatesThatDualNumbersGive) {
  for (int i = 0; i < sample_count() / 2; ++i) {
    Case c(i);
    MomentumDerivatives<double> derivatives(c.model);
    Matrix<double> rate(6, c.dofs());
    derivatives.centroidal_momentum_matrix_rate(c.work, rate);
    Workspace<D> moving(c.model);
    std::vector<D> q(c.sample.q.size());
    detail::set_moving_position(c.model.tree<double>(), c.sample.q.data(), c.sample.v.data(), q.data());
    Matrix<D> A(6, c.dofs());
    set_position(moving, q);
    centroidal_momentum_matrix(moving, A);
    MatrixXd expected(6, c.dofs());
    for (int k = 0; k < 6 * c.dofs(); ++k) expected.data()[k] = A.data()[k].rate;
    ASSERT_LE(relative_error(rate, expected), 1e-12) << i;
  }
}

TEST(MassMatrixDerivative, GivesTheRatesOfProductsWithTheMassMatrix) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Case c(i);
    MassMatrixDerivative<double> derivative(c.model);
    Matrix<D> M(c.dofs(), c.dofs());
    mass_matrix(c.dual, c.moving_q, M);
    MatrixXd rate(c.dofs(), c.dofs());
    for (int k = 0; k < c.dofs() * c.dofs(); ++k) rate.data()[k] = M.data()[k].rate;
    const VectorXd expected = rate * as_dense(c.x);
    std::vector<double> product = c.zeros(), gradient = product;
    derivative.product_jvp(c.sample.q, c.x, c.dq, product);
    ASSERT_LE(relative_error(product, expected), 1e-12) << i;
    derivative.gradient(c.sample.q, c.x, c.y, gradient);
    ASSERT_NEAR(dot(gradient, c.dq), as_dense(c.y).dot(expected), 1e-12 * size_of(gradient, c.dq) * 10) << i;
    Matrix<double> by_q(c.dofs(), c.dofs());
    derivative.product_derivative(c.sample.q, c.x, by_q);
    ASSERT_LE(relative_error(product, as_dense(by_q) * as_dense(c.dq)), 1e-12) << i;
    if (c.dofs() > 12) continue;
    const auto n = static_cast<std::size_t>(c.dofs());
    std::vector<double> tensor(n * n * n);
    derivative.tensor(c.sample.q, tensor);
    MatrixXd sum = MatrixXd::Zero(c.dofs(), c.dofs());
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t j = 0; j < n * n; ++j) sum.data()[j] += tensor[n * n * k + j] * c.dq[k];
    }
    ASSERT_LE(relative_error(sum, rate), 1e-12) << i;
  }
}

TEST(OmegaDerivative, GivesTheRatesOfOmegaAndLambda) {
  for (int i = 0; i < sample_count() / 8; ++i) {
    Case c(i);
    const FrameIndex frame = all_frames(c.model).back();
    for (const Reference reference : all_references) {
      OmegaDerivative<double> derivative(c.model, frame, reference);
      OperationalSpace<D> space(c.model, frame, reference);
      const Matrix<D>& omega = space.omega(c.dual);
      Motion<double> expected{};
      for (int k = 0; k < 6; ++k) {
        for (int j = 0; j < 6; ++j) expected[k] += omega(k, j).rate * c.f[j];
      }
      const double allowed = 100 * allowed_error(1e-12, c.dense().mass_matrix());
      const Motion<double> found = derivative.omega_jvp(c.work, c.f, c.dq);
      ASSERT_LE(relative_error(found, as_dense(expected)), allowed) << i;
      std::vector<double> gradient = c.zeros();
      derivative.omega_gradient(c.work, c.f, c.w, gradient);
      ASSERT_NEAR(dot(gradient, c.dq), sinew::dot(c.w, expected), allowed * size_of(gradient, c.dq) * 10)
          << i;

      OperationalSpace<double> at(c.model, frame, reference);
      if (!at.is_regular(c.work)) continue;
      Matrix<double> lambda(6, 6);
      at.lambda(c.work, lambda);
      const Motion<double> m{c.f.angular, c.f.linear}, weights{c.w.angular, c.w.linear};
      const VectorXd x = as_dense(m), response = as_dense(lambda) * x;
      MatrixXd rate(6, 6);
      for (int k = 0; k < 36; ++k) rate.data()[k] = omega.data()[k].rate;
      const VectorXd change = -1 * (as_dense(lambda) * (rate * response));
      const double ill = condition_of(as_dense(lambda));
      ASSERT_LE(relative_error(derivative.lambda_jvp(c.work, m, c.dq), change), allowed * ill) << i;
      derivative.lambda_gradient(c.work, m, weights, gradient);
      ASSERT_NEAR(dot(gradient, c.dq), as_dense(weights).dot(change),
                  allowed * ill * (1 + change.norm()) * size_of(gradient, c.dq))
          << i;
    }
  }
}

}  // namespace sinew::test::momentum_derivatives_test
