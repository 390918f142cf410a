// Random linear systems whose sizes change from step to step, and the same estimation problem as one stacked Gaussian
// vector, without recursions.
//
// X stacks the states: X = E X + W, so X has mean Phi b and covariance C = Phi M Phi^T with Phi = (I - E)^-1. A factor
// exp(n^T X) on its density moves the mean by C n. The measurements are Y = H X + noise.
#pragma once

#include "sinew/sweep/linear_system.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

enum class Noise { none, some, all };  // R is zero, singular, positive definite

inline constexpr Noise all_noises[] = {Noise::none, Noise::some, Noise::all};

inline std::vector<double> random_vector(Random& random, int size) {
  std::vector<double> v(static_cast<std::size_t>(size));
  for (double& x : v) x = random.uniform(-2, 2);
  return v;
}
inline Matrix<double> to_matrix(const MatrixXd& m) {
  Matrix<double> out(static_cast<int>(m.rows()), static_cast<int>(m.cols()));
  std::copy(m.begin(), m.end(), out.data());
  return out;
}
inline Matrix<double> random_covariance(Random& random, int size, int rank) {
  const MatrixXd root = as_dense(random_matrix(random, size, rank));
  MatrixXd covariance = root * root.transpose();
  if (rank == size) covariance.diagonal() *= 1.1;
  return to_matrix(covariance);
}

// Every kind of step: with and without b, n and a measurement; M singular in half of them.
inline sweep::LinearSystem<double> random_system(Random& random, int steps, Noise noise, bool with_n) {
  sweep::LinearSystem<double> system;
  int before = 0;
  for (int k = 0; k < steps; ++k) {
    const int states = 1 + random.below(5);
    const int rank = random.chance(0.5) ? states : 1 + random.below(states);
    // Without noise only uncertain quantities can be measured.
    const int measured = random.below(noise == Noise::all ? 5 : rank + 1);
    sweep::Step<double> step{.M = random_covariance(random, states, rank),
                             .H = random_matrix(random, measured, states),
                             .tau = random_vector(random, measured)};
    if (k > 0) step.phi = random_matrix(random, states, before);
    if (random.chance(0.7)) step.b = random_vector(random, states);
    if (with_n && random.chance(0.7)) step.n = random_vector(random, states);
    if (noise == Noise::all) step.R = random_covariance(random, measured, measured);
    if (noise == Noise::some && measured > 0)
      step.R = random_covariance(random, measured, random.below(measured));
    system.push_back(step);
    before = states;
  }
  return system;
}

class DenseEstimation {
 public:
  explicit DenseEstimation(const sweep::LinearSystem<double>& system) {
    for (const auto& step : system) {
      first_state_.push_back(first_state_.empty() ? 0 : first_state_.back() + states_.back());
      first_measured_.push_back(first_measured_.empty() ? 0 : first_measured_.back() + measured_.back());
      states_.push_back(step.state_size());
      measured_.push_back(step.measurement_size());
    }
    first_state_.push_back(first_state_.back() + states_.back());
    first_measured_.push_back(first_measured_.back() + measured_.back());
    const int n = first_state_.back(), m = first_measured_.back();
    MatrixXd chain = MatrixXd::Identity(n, n), M = MatrixXd::Zero(n, n);
    VectorXd b = VectorXd::Zero(n);
    H = MatrixXd::Zero(m, n);
    R = MatrixXd::Zero(m, m);
    tau.setZero(m);
    bias.setZero(n);
    for (std::size_t k = 0; k < system.size(); ++k) {
      const auto& step = system[k];
      const int i = first_state_[k], j = first_measured_[k], states = states_[k], measured = measured_[k];
      if (k > 0) chain.block(i, first_state_[k - 1], states, states_[k - 1]) = -as_dense(step.phi);
      M.block(i, i, states, states) = as_dense(step.M);
      if (!step.b.empty()) b.segment(i, states) = as_dense(step.b);
      if (!step.n.empty()) bias.segment(i, states) = as_dense(step.n);
      if (measured == 0) continue;
      H.block(j, i, measured, states) = as_dense(step.H);
      if (step.R.rows() > 0) R.block(j, j, measured, measured) = as_dense(step.R);
      tau.segment(j, measured) = as_dense(step.tau);
    }
    Phi = chain.inverse();
    mean = Phi * b;
    C = Phi * M * Phi.transpose();
  }

  struct Gaussian {
    VectorXd mean;
    MatrixXd covariance;
  };
  // All states given the measurements of the first `steps` steps and their n.
  Gaussian given(std::size_t steps) const {
    const int known = first_measured_[steps], tilted = first_state_[steps];
    const VectorXd moved = mean + C.leftCols(tilted) * bias.head(tilted);
    if (known == 0) return {moved, C};
    const MatrixXd Hk = H.topRows(known), cross = C * Hk.transpose();
    const MatrixXd measured = Hk * cross + R.topLeftCorner(known, known);
    return {moved + cross * measured.solve_symmetric(tau.head(known) - Hk * moved),
            C - cross * measured.solve_symmetric(cross.transpose())};
  }
  // The state of step k alone.
  Gaussian of(std::size_t k, const Gaussian& all) const {
    const int i = first_state_[k], size = states_[k];
    return {all.mean.segment(i, size), all.covariance.block(i, i, size, size)};
  }
  // The measurements of step k and later, given those before it, with n zero: their sensitivity to the state k, and
  // their deviation from the expectation.
  struct Future {
    MatrixXd answer, covariance;
    VectorXd surprise;
  };
  Future future(std::size_t k) const {
    const Gaussian past = given(k);
    const int first = first_measured_[k], count = first_measured_.back() - first;
    const MatrixXd Hf = H.bottomRows(count);
    return {Hf * Phi.middleCols(first_state_[k], states_[k]),
            Hf * past.covariance * Hf.transpose() + R.bottomRightCorner(count, count),
            tau.tail(count) - Hf * past.mean};
  }

  MatrixXd Phi, C, H, R;
  VectorXd mean, tau, bias;

 private:
  std::vector<int> first_state_, first_measured_, states_, measured_;
};

}  // namespace sinew::test
