#include "sinew/sweep/bryson_frazier_smoother.hpp"

#include <gtest/gtest.h>

#include "tests/sweep/random_system.hpp"

namespace sinew::test::bryson_frazier_smoother_test {

using sweep::bryson_frazier_smoother, sweep::kalman_filter, sweep::LinearSystem, sweep::SmootherStep,
    sweep::Step;

std::vector<SmootherStep<double>> smooth(const LinearSystem<double>& system) {
  return bryson_frazier_smoother(system, kalman_filter(system));
}

TEST(BrysonFrazierSmoother, ConditionsOnAllMeasurements) {
  for (const Noise noise : all_noises) {
    Random random(21 + static_cast<int>(noise));
    for (int sample = 0; sample < 100; ++sample) {
      const auto system = random_system(random, 1 + random.below(8), noise, sample % 2 == 1);
      const DenseEstimation dense(system);
      const auto posterior = dense.given(system.size());
      const auto smoothed = smooth(system);
      for (std::size_t k = 0; k < system.size(); ++k) {
        const auto expected = dense.of(k, posterior);
        ASSERT_LE(relative_error(smoothed[k].x, expected.mean), 1e-9) << "sample " << sample << " step " << k;
        ASSERT_LE(relative_error(smoothed[k].S, expected.covariance), 1e-9)
            << "sample " << sample << " step " << k;
      }
    }
  }
}

// lambda is the gradient of the measurements' likelihood with respect to the state: O^T C^-1 (tau - E[tau]), with O the
// sensitivity of the remaining measurements and C their covariance.
TEST(BrysonFrazierSmoother, FindsTheCostatesAndTheirCovariance) {
  for (const Noise noise : all_noises) {
    Random random(31 + static_cast<int>(noise));
    for (int sample = 0; sample < 50; ++sample) {
      const auto system = random_system(random, 1 + random.below(8), noise, false);
      const DenseEstimation dense(system);
      const auto smoothed = smooth(system);
      for (std::size_t k = 0; k < system.size(); ++k) {
        const auto [O, C, surprise] = dense.future(k);
        if (C.size() == 0) {
          EXPECT_EQ(as_dense(smoothed[k].lambda).norm() + as_dense(smoothed[k].Delta).norm(), 0);
          continue;
        }
        const MatrixXd weighted = C.solve_symmetric(O);
        ASSERT_LE(relative_error(smoothed[k].lambda, weighted.transpose() * surprise), 1e-8);
        ASSERT_LE(relative_error(smoothed[k].Delta, O.transpose() * weighted), 1e-8);
      }
    }
  }
}

// lambda = L (tau - E[tau]), so E[lambda lambda^T] = L C L^T; the columns of L come from changing one measurement at a
// time.
TEST(BrysonFrazierSmoother, FindsTheMeanSquareOfItsCostates) {
  for (const Noise noise : all_noises) {
    Random random(41 + static_cast<int>(noise));
    for (int sample = 0; sample < 20; ++sample) {
      LinearSystem<double> system = random_system(random, 5, noise, false);
      const DenseEstimation dense(system);
      const MatrixXd C = dense.H * dense.C * dense.H.transpose() + dense.R;
      const auto smoothed = smooth(system);
      for (auto& step : system) {
        step.b.clear();
        std::fill(step.tau.begin(), step.tau.end(), 0);
      }
      std::vector<MatrixXd> L(system.size());
      for (std::size_t k = 0; k < system.size(); ++k) L[k].resize(system[k].state_size(), C.rows());
      int column = 0;
      for (auto& step : system) {
        for (double& tau : step.tau) {
          tau = 1;
          const auto answer = smooth(system);
          for (std::size_t k = 0; k < system.size(); ++k) L[k].col(column) = as_dense(answer[k].lambda);
          tau = 0;
          ++column;
        }
      }
      for (std::size_t k = 0; k < system.size(); ++k)
        ASSERT_LE(relative_error(smoothed[k].Delta, L[k] * C * L[k].transpose()), 1e-8);
    }
  }
}

TEST(BrysonFrazierSmoother, SolvesTheBoundaryValueProblem) {
  for (const Noise noise : all_noises) {
    Random random(51 + static_cast<int>(noise));
    for (int sample = 0; sample < 50; ++sample) {
      const auto system = random_system(random, 2 + random.below(6), noise, true);
      const auto s = smooth(system);
      for (std::size_t k = 0; k < system.size(); ++k) {
        const auto& step = system[k];
        const VectorXd x = as_dense(s[k].x), lambda = as_dense(s[k].lambda), a = as_dense(s[k].a);
        VectorXd state = as_dense(step.M) * lambda, costate = VectorXd::Zero(x.size());
        if (!step.b.empty()) state += as_dense(step.b);
        if (k > 0) state += as_dense(step.phi) * as_dense(s[k - 1].x);
        if (!step.n.empty()) costate += as_dense(step.n);
        if (k + 1 < system.size())
          costate += as_dense(system[k + 1].phi).transpose() * as_dense(s[k + 1].lambda);
        const double scale = 1 + lambda.norm() + a.norm();
        if (step.measurement_size() > 0) {
          costate += as_dense(step.H).transpose() * a;
          VectorXd measurement = as_dense(step.H) * x;
          if (step.R.rows() > 0) measurement += as_dense(step.R) * a;
          ASSERT_LE((measurement - as_dense(step.tau)).norm(), 1e-10 * scale);
        }
        ASSERT_LE((x - state).norm(), 1e-10 * scale);
        ASSERT_LE((lambda - costate).norm(), 1e-10 * scale);
      }
    }
  }
}

TEST(BrysonFrazierSmoother, ReusesTheMemoryOfItsResults) {
  Random random(61);
  const auto system = random_system(random, 6, Noise::all, true);
  auto filtered = kalman_filter(system);
  auto smoothed = bryson_frazier_smoother(system, filtered);
  const double* P = filtered[3].P.data();
  const double* S = smoothed[3].S.data();
  const auto before = smoothed;
  kalman_filter(system, filtered);
  bryson_frazier_smoother(system, filtered, smoothed);
  EXPECT_EQ(P, filtered[3].P.data());
  EXPECT_EQ(S, smoothed[3].S.data());
  EXPECT_EQ(before[3].x, smoothed[3].x);
}

TEST(BrysonFrazierSmoother, RefusesAFilterOfAnotherSystem) {
  Random random(71);
  auto system = random_system(random, 3, Noise::all, false);
  const auto filtered = kalman_filter(system);
  system[1].H = Matrix<double>(system[1].H.rows() + 1, system[1].state_size());
  EXPECT_THROW(bryson_frazier_smoother(system, filtered), std::invalid_argument);
  system.pop_back();
  EXPECT_THROW(bryson_frazier_smoother(system, filtered), std::invalid_argument);
}

}  // namespace sinew::test::bryson_frazier_smoother_test
