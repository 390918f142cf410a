// Tests optimal feedback over an infinite time: Riccati equations by substitution, solutions worked out by hand, the
// recursion over a finite time, and systems that have no such feedback.
#include "sinew/sweep/lqr.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "sinew/sweep/optimal_control.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::lqr_test {

using namespace sweep;
using Eigen::MatrixXd;

MatrixXd eigen(const Matrix<double>& A) {
  return Eigen::Map<const MatrixXd>(A.data(), A.rows(), A.cols());
}
Matrix<double> plain(const MatrixXd& A) {
  Matrix<double> out(int(A.rows()), int(A.cols()));
  std::copy_n(A.data(), A.size(), out.data());
  return out;
}

struct Sample {
  MatrixXd A, B, M, R;
  Sample(int seed, double size) {
    Random random{unsigned(seed)};
    const int n = 1 + seed % 12, m = 1 + seed % 3;
    const auto matrix = [&](int rows, int cols) {
      MatrixXd out(rows, cols);
      for (int j = 0; j < cols; ++j) {
        for (int i = 0; i < rows; ++i) out(i, j) = random.uniform(-1, 1);
      }
      return out;
    };
    A = size * matrix(n, n), B = matrix(n, m);
    const MatrixXd half = matrix(n, n), noise = matrix(m, m);
    M = half * half.transpose();
    R = noise * noise.transpose() + 0.1 * MatrixXd::Identity(m, m);
  }
};

TEST(Lqr, TheDiscreteSolutionSatisfiesItsRiccatiEquationAndIsStable) {
  for (int i = 0; i < 200; ++i) {
    const Sample s(i, 1.2);
    const Lqr found = discrete_lqr(plain(s.A), plain(s.B), plain(s.M), plain(s.R));
    const MatrixXd S = eigen(found.S), K = eigen(found.K);
    const MatrixXd rest = s.A.transpose() * S * (s.A - s.B * K) + s.M - S;
    EXPECT_LE(rest.norm(), 1e-9 * S.norm()) << i;
    EXPECT_LE(((s.R + s.B.transpose() * S * s.B) * K - s.B.transpose() * S * s.A).norm(), 1e-9 * S.norm());
    EXPECT_LT((s.A - s.B * K).eigenvalues().cwiseAbs().maxCoeff(), 1) << i;
  }
}

TEST(Lqr, TheContinuousSolutionSatisfiesItsRiccatiEquationAndIsStable) {
  for (int i = 0; i < 200; ++i) {
    const Sample s(i, 3);
    const Lqr found = continuous_lqr(plain(s.A), plain(s.B), plain(s.M), plain(s.R));
    const MatrixXd S = eigen(found.S), K = eigen(found.K);
    const MatrixXd rest = s.A.transpose() * S + S * s.A - K.transpose() * s.R * K + s.M;
    EXPECT_LE(rest.norm(), 1e-8 * (S.norm() * (1 + s.A.norm()) + s.M.norm())) << i;
    EXPECT_LE((s.R * K - s.B.transpose() * S).norm(), 1e-10 * (1 + S.norm()));
    EXPECT_LT((s.A - s.B * K).eigenvalues().real().maxCoeff(), 0) << i;
  }
}

// x'' = u with M = diag(1, 0), R = 1: K = (1, sqrt 2), S = [sqrt 2, 1; 1, sqrt 2].
TEST(Lqr, ADoubleIntegratorHasItsKnownFeedback) {
  const Lqr found = continuous_lqr(Matrix<double>{{0, 1}, {0, 0}}, Matrix<double>{{0}, {1}},
                                   Matrix<double>{{1, 0}, {0, 0}}, Matrix<double>{{1}});
  const double root = std::sqrt(2.);
  EXPECT_NEAR(found.K(0, 0), 1, 1e-13);
  EXPECT_NEAR(found.K(0, 1), root, 1e-13);
  EXPECT_NEAR(found.S(0, 0), root, 1e-13);
  EXPECT_NEAR(found.S(0, 1), 1, 1e-13);
  EXPECT_NEAR(found.S(1, 1), root, 1e-13);
}

TEST(Lqr, TheFeedbackIsTheLimitOfTheRecursionOverManyStages) {
  for (int i = 0; i < 20; ++i) {
    const Sample s(i, 0.9);
    const Lqr found = discrete_lqr(plain(s.A), plain(s.B), plain(s.M), plain(s.R));
    const ControlProblem<double> stages(400,
                                        {.A = plain(s.A), .B = plain(s.B), .M = plain(s.M), .R = plain(s.R)});
    const OptimalControl<double> finite = optimal_control(stages);
    EXPECT_LE((eigen(finite.stages[0].K) - eigen(found.K)).norm(), 1e-9 * (1 + eigen(found.K).norm())) << i;
  }
}

TEST(Lqr, SystemsWithoutOptimalFeedbackAreRefusedWithTheEigenvalue) {
  const Matrix<double> one{{1, 0}, {0, 1}}, R{{1}};
  const Matrix<double> A{{0.5, 0}, {0, 1.25}};
  EXPECT_EQ(
      complaint<std::domain_error>([&] {
        discrete_lqr(A, Matrix<double>{{1}, {0}}, one, R);
      }),
      "there is no optimal feedback: the motion of A with the eigenvalue 1.25 does not decay, and no control "
      "moves it");
  EXPECT_EQ(
      complaint<std::domain_error>([&] {
        discrete_lqr(A, Matrix<double>{{1}, {1}}, Matrix<double>{{1, 0}, {0, 0}}, R);
      }),
      "there is no optimal feedback: the motion of A with the eigenvalue 1.25 does not decay, and costs "
      "nothing");
  const Matrix<double> turning{{0, 2, 0}, {-2, 0, 0}, {0, 0, -1}};
  const Matrix<double> three{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_EQ(
      complaint<std::domain_error>([&] {
        continuous_lqr(turning, Matrix<double>{{0}, {0}, {1}}, three, R);
      }),
      "there is no optimal feedback: the motion of A with the eigenvalue 0 + 2 i does not decay, and no "
      "control moves it");
  // Two equal motions and one control: every single eigenvector is moved, but not all of them independently.
  EXPECT_THROW(continuous_lqr(one, Matrix<double>{{1}, {1}}, one, R), std::domain_error);
  EXPECT_THROW(discrete_lqr(Matrix<double>{{2, 0}, {0, 2}}, Matrix<double>{{1}, {1}}, one, R),
               std::domain_error);
}

TEST(Lqr, MatricesWithoutTheirPropertiesAreRefused) {
  const Matrix<double> A{{0.5}}, B{{1}}, one{{1}}, zero{{0}}, minus{{-1}};
  EXPECT_EQ(complaint([&] { discrete_lqr(A, B, one, zero); }),
            "R is not positive definite: some control would cost nothing");
  EXPECT_THROW(discrete_lqr(A, B, minus, one), std::invalid_argument);
  EXPECT_THROW(discrete_lqr(A, Matrix<double>{{1}, {1}}, one, one), std::invalid_argument);
  EXPECT_THROW(discrete_lqr(Matrix<double>{{1, 2}}, B, one, one), std::invalid_argument);
  EXPECT_THROW(continuous_lqr(Matrix<double>{{std::nan("")}}, B, one, one), std::invalid_argument);
  EXPECT_THROW(continuous_lqr(A, B, Matrix<double>{{1, 1}, {0, 1}}, one), std::invalid_argument);
}

TEST(Lqr, ASystemWithoutStatesHasAnEmptyFeedback) {
  const Lqr found =
      discrete_lqr(Matrix<double>(0, 0), Matrix<double>(0, 1), Matrix<double>(0, 0), Matrix<double>{{1}});
  EXPECT_EQ(found.K.rows(), 1);
  EXPECT_EQ(found.K.cols(), 0);
}

}  // namespace sinew::test::lqr_test
