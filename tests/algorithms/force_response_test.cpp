// Tests the response of joint accelerations to external forces, and the acceleration in three parts.
#include "sinew/algorithms/dynamics/force_response.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::force_response_test {

TEST(ForceResponse, IsTheDenseInverseTimesTheJacobiansAdjoint) {
  for (int i = 0; i < sample_count() / 2; ++i) {
    Subject s(random_sample(i));
    update_filter(s.work, s.sample.q);
    std::vector<double> a = s.zeros();
    force_response(s.work, s.forces, a);
    const auto dense = s.dense();
    VectorXd moments = VectorXd::Zero(s.dofs());
    for (const DenseForce& f : s.sample.environment.forces)
      moments += dense.jacobian(f.frame, Reference::body).transpose() * f.force;
    const MatrixXd mass = dense.mass_matrix();
    ASSERT_LE(relative_error(a, mass.solve_symmetric(moments)), allowed_error(1e-10, mass)) << i;
  }
}

TEST(ForceResponse, CorrectsForwardDynamicsWithItsFilter) {
  for (int i = 0; i < 300; ++i) {
    Subject s(random_sample(i));
    std::vector<double> free = s.zeros(), correction = s.zeros(), expected = s.zeros();
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, free);
    force_response(s.work, s.forces, correction);
    for (std::size_t j = 0; j < free.size(); ++j) free[j] += correction[j];
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, expected, {.forces = s.forces});
    ASSERT_LE(relative_error(free, as_dense(expected)), allowed_error(1e-10, s.dense().mass_matrix())) << i;
  }
}

TEST(ForceResponse, OfNoForceIsZero) {
  Subject s(random_sample(3));
  update_filter(s.work, s.sample.q);
  std::vector<double> a(s.zeros().size(), 7);
  force_response(s.work, {}, a);
  EXPECT_EQ(as_dense(a), as_dense(s.zeros()));
}

TEST(AccelerationParts, AddUpToForwardDynamics) {
  for (int i = 0; i < sample_count() / 2; ++i) {
    Subject s(random_sample(i));
    std::vector<double> a1 = s.zeros(), a2 = s.zeros(), a3 = s.zeros(), a = s.zeros();
    acceleration_parts(s.work, s.sample.q, s.sample.v, s.sample.tau, a1, a2, a3, s.environment());
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, a, s.environment());
    const VectorXd sum = as_dense(a1) + as_dense(a2) + as_dense(a3);
    const double scale = as_dense(a1).norm() + as_dense(a2).norm() + as_dense(a3).norm();
    ASSERT_LE((sum - as_dense(a)).norm(), allowed_error(1e-10, s.dense().mass_matrix()) * (1 + scale)) << i;
  }
}

TEST(AccelerationParts, AreEachTheResultOfTheirCauseAlone) {
  for (int i = 0; i < 300; ++i) {
    Subject s(random_sample(i));
    std::vector<double> a1 = s.zeros(), a2 = s.zeros(), a3 = s.zeros();
    acceleration_parts(s.work, s.sample.q, s.sample.v, s.sample.tau, a1, a2, a3, s.environment());
    const auto dense = s.dense<long double>();
    const MatX<long double> mass = dense.mass_matrix();
    const VecX<long double> of_accelerations = dense.bias_acceleration_force();
    const VecX<long double> of_forces = dense.bias_force(s.sample.environment) - of_accelerations;
    const double tolerance = allowed_error(1e-10, mass.cast<double>());
    const VecX<long double> tau = as_dense(s.sample.tau).cast<long double>();
    ASSERT_LE(relative_error(a1, mass.solve_symmetric(tau)), tolerance) << i;
    ASSERT_LE(relative_error(a2, -mass.solve_symmetric(of_forces)), tolerance) << i;
    ASSERT_LE(relative_error(a3, -mass.solve_symmetric(of_accelerations)), tolerance) << i;
  }
}

TEST(AccelerationParts, AtRestAreThoseOfTorquesAndGravity) {
  for (int i = 0; i < 100; ++i) {
    Subject s(random_sample(i));
    std::vector<double> a1 = s.zeros(), a2 = s.zeros(), a3 = s.zeros();
    const auto dense = s.dense();
    const MatrixXd mass = dense.mass_matrix();
    const double tolerance = allowed_error(1e-10, mass);
    acceleration_parts(s.work, s.sample.q, s.zeros(), s.sample.tau, a1, a2, a3);
    ASSERT_EQ(as_dense(a3).norm(), 0) << i;
    ASSERT_LE(relative_error(a2, -mass.solve_symmetric(dense.gravity_force())), tolerance) << i;
  }
}

}  // namespace sinew::test::force_response_test
