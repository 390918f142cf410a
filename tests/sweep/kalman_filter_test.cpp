#include "sinew/sweep/kalman_filter.hpp"

#include <gtest/gtest.h>

#include "tests/support/decompositions.hpp"
#include "tests/sweep/random_system.hpp"

namespace sinew::test::kalman_filter_test {

using sweep::FilterStep, sweep::kalman_filter, sweep::KalmanFilter, sweep::LinearSystem, sweep::Step;

TEST(KalmanFilter, ConditionsOnTheMeasurementsSoFar) {
  for (const Noise noise : all_noises) {
    Random random(1 + static_cast<int>(noise));
    for (int sample = 0; sample < 100; ++sample) {
      const auto system = random_system(random, 1 + random.below(8), noise, sample % 2 == 1);
      const DenseEstimation dense(system);
      const auto filtered = kalman_filter(system);
      for (std::size_t k = 0; k < system.size(); ++k) {
        const FilterStep<double>& f = filtered[k];
        const auto before = dense.of(k, dense.given(k)), after = dense.of(k, dense.given(k + 1));
        ASSERT_LE(relative_error(f.z, before.mean), 1e-9) << "sample " << sample << " step " << k;
        ASSERT_LE(relative_error(f.P, before.covariance), 1e-10) << "sample " << sample << " step " << k;
        ASSERT_LE(relative_error(f.z_plus, after.mean), 1e-9) << "sample " << sample << " step " << k;
        ASSERT_LE(relative_error(f.P_plus, after.covariance), 1e-10) << "sample " << sample << " step " << k;
      }
    }
  }
}

TEST(KalmanFilter, FindsTheVarianceOfItsInnovations) {
  for (const Noise noise : all_noises) {
    Random random(11 + static_cast<int>(noise));
    for (int sample = 0; sample < 30; ++sample) {
      const auto system = random_system(random, 6, noise, false);
      const auto filtered = kalman_filter(system);
      for (std::size_t k = 0; k < system.size(); ++k) {
        if (system[k].measurement_size() == 0) continue;
        const FilterStep<double>& f = filtered[k];
        const MatrixXd H = as_dense(system[k].H), P = as_dense(f.P);
        MatrixXd D = H * P * H.transpose();
        if (system[k].R.rows() > 0) D += as_dense(system[k].R);
        ASSERT_LE(relative_error(f.D, D), 1e-12);
        ASSERT_LE(relative_error(f.e, as_dense(system[k].tau) - H * as_dense(f.z)), 1e-12);
        ASSERT_LE((D * as_dense(f.residual) - as_dense(f.e)).norm(), 1e-10 * (1 + as_dense(f.e).norm()));
        ASSERT_LE((as_dense(f.G) * D - P * H.transpose()).norm(), 1e-11 * (1 + P.norm()));
      }
    }
  }
}

// A scalar random walk by hand: P = 3 after one step, D = 4, G = 3/4.
TEST(KalmanFilter, OfARandomWalkEqualsTheHandComputedOne) {
  const Step<double> start{.M = {{2}}, .b = {1}};
  const Step<double> next{.phi = {{1}}, .M = {{1}}, .H = {{1}}, .R = {{1}}, .tau = {5}};
  const auto filtered = kalman_filter(LinearSystem<double>{start, next});
  EXPECT_DOUBLE_EQ(filtered[1].P(0, 0), 3);
  EXPECT_DOUBLE_EQ(filtered[1].D(0, 0), 4);
  EXPECT_DOUBLE_EQ(filtered[1].G(0, 0), 0.75);
  EXPECT_DOUBLE_EQ(filtered[1].e[0], 4);
  EXPECT_DOUBLE_EQ(filtered[1].z_plus[0], 4);
  EXPECT_DOUBLE_EQ(filtered[1].P_plus(0, 0), 0.75);
}

TEST(KalmanFilter, WorksWithADiffusePrior) {
  const Step<double> start{.M = {{1e6, 0}, {0, 1e6}}};
  const Step<double> next{
      .phi = {{1, 1}, {0, 1}}, .M = {{0, 0}, {0, 0}}, .H = {{1, 0}}, .R = {{1e-4}}, .tau = {3}};
  LinearSystem<double> system{start};
  for (int k = 0; k < 20; ++k) system.push_back(next);
  const auto filtered = kalman_filter(system);
  // Twenty readings of a straight line: the variance at its end is that of the least-squares fit.
  const double count = 20;
  EXPECT_NEAR(filtered.back().P_plus(0, 0), 1e-4 * (4 * count - 2) / (count * (count + 1)), 1e-9);
  EXPECT_NEAR(filtered.back().z_plus[0], 3, 1e-6);
  EXPECT_NEAR(filtered.back().z_plus[1], 0, 1e-6);
}

TEST(KalmanFilter, StaysSymmetricAndPositiveOverALongSeries) {
  Random random(5);
  const Matrix<double> rotation{{std::cos(0.1), -std::sin(0.1)}, {std::sin(0.1), std::cos(0.1)}};
  const Step<double> step{
      .phi = rotation, .M = {{1e-6, 0}, {0, 0}}, .H = {{1, 0}}, .R = {{1e-2}}, .tau = {0}};
  KalmanFilter<double> filter;
  FilterStep<double> now;
  Step<double> start = step;
  start.phi = {};
  filter.advance(start, now);
  for (int k = 0; k < 10000; ++k) {
    filter.advance(step, now);
    const MatrixXd P = as_dense(now.P_plus);
    ASSERT_EQ(P, P.transpose());
    ASSERT_GE(eigenvalues(P).minCoeff(), 0);
  }
  // Converged: one more step changes nothing.
  const MatrixXd P = as_dense(now.P);
  filter.advance(step, now);
  EXPECT_LE((as_dense(now.P) - P).norm(), 1e-14 * P.norm());
}

TEST(KalmanFilter, GivesTheSameInSinglePrecision) {
  const Step<float> start{.M = {{2, 0.5f}, {0.5f, 1}}, .H = {{1, 0.5f}}, .tau = {1}};
  const Step<float> next{
      .phi = {{1, 1}, {0, 1}}, .M = {{0.1f, 0}, {0, 0.1f}}, .H = {{1, 0}}, .R = {{0.3f}}, .tau = {2}};
  const auto filtered = kalman_filter(LinearSystem<float>{start, next, next});
  const Step<double> start64{.M = {{2, 0.5}, {0.5, 1}}, .H = {{1, 0.5}}, .tau = {1}};
  const Step<double> next64{
      .phi = {{1, 1}, {0, 1}}, .M = {{0.1, 0}, {0, 0.1}}, .H = {{1, 0}}, .R = {{0.3}}, .tau = {2}};
  const auto expected = kalman_filter(LinearSystem<double>{start64, next64, next64});
  EXPECT_LE(relative_error(filtered[2].z_plus, expected[2].z_plus), 1e-5);
  EXPECT_LE(relative_error(filtered[2].P_plus, expected[2].P_plus), 1e-5);
}

}  // namespace sinew::test::kalman_filter_test
