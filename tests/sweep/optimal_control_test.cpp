#include "sinew/sweep/optimal_control.hpp"

#include <gtest/gtest.h>

#include "sinew/sweep/bryson_frazier_smoother.hpp"
#include "tests/sweep/random_system.hpp"

namespace sinew::test::optimal_control_test {

using sweep::ControlProblem, sweep::optimal_control, sweep::Stage;

// Random stages from some state on. DD91: no weight on the controls, a positive definite one on the states; otherwise
// arbitrary.
ControlProblem<double> random_problem(Random& random, int stages, int before, bool as_in_DD91) {
  ControlProblem<double> problem;
  for (int k = 0; k < stages; ++k) {
    const int states = 1 + random.below(5), controls = random.below(states + 1);
    const bool weighted = !as_in_DD91 && random.chance(0.6);
    Stage<double> stage{.A = random_matrix(random, states, before),
                        .B = random_matrix(random, states, controls),
                        .M = random_covariance(random, states, weighted ? random.below(states + 1) : states)};
    if (!as_in_DD91 && random.chance(0.7)) stage.c = random_vector(random, states);
    if (random.chance(0.7)) stage.h = random_vector(random, states);
    if (weighted) stage.R = random_covariance(random, controls, controls);
    if (random.chance(0.7)) stage.t = random_vector(random, controls);
    problem.push_back(stage);
    before = states;
  }
  return problem;
}

// The cost as one quadratic form in all controls: the states X = map U + free.
struct DenseControl {
  DenseControl(const ControlProblem<double>& problem, const VectorXd& start) {
    int controls = 0;
    for (const auto& stage : problem) controls += stage.control_size();
    MatrixXd Hessian = MatrixXd::Zero(controls, controls);
    VectorXd gradient = VectorXd::Zero(controls);
    std::vector<MatrixXd> map;
    std::vector<VectorXd> free;
    double constant = 0;
    int first = 0;
    for (std::size_t k = 0; k < problem.size(); ++k) {
      const auto& stage = problem[k];
      const int count = stage.control_size();
      const MatrixXd A = as_dense(stage.A), M = as_dense(stage.M);
      map.push_back(k == 0 ? MatrixXd::Zero(A.rows(), controls) : MatrixXd(A * map.back()));
      free.push_back(A * (k == 0 ? start : free.back()));
      if (count > 0) map.back().middleCols(first, count) += as_dense(stage.B);
      if (!stage.c.empty()) free.back() += as_dense(stage.c);
      const VectorXd h = stage.h.empty() ? VectorXd::Zero(A.rows()) : VectorXd(as_dense(stage.h));
      Hessian += map.back().transpose() * M * map.back();
      gradient += map.back().transpose() * (M * free.back() + h);
      constant += free.back().dot(M * free.back()) / 2 + h.dot(free.back());
      if (stage.R.rows() > 0) Hessian.block(first, first, count, count) += as_dense(stage.R);
      if (!stage.t.empty()) gradient.segment(first, count) -= as_dense(stage.t);
      first += count;
    }
    u = controls == 0 ? VectorXd(gradient) : VectorXd(-Hessian.solve_symmetric(gradient));
    cost = constant + gradient.dot(u) / 2;
    for (std::size_t k = 0; k < problem.size(); ++k) x.push_back(map[k] * u + free[k]);
  }
  VectorXd u;
  std::vector<VectorXd> x;
  double cost;
};

TEST(OptimalControl, MinimisesTheQuadraticCost) {
  for (const bool as_in_DD91 : {true, false}) {
    Random random(as_in_DD91 ? 1 : 2);
    for (int sample = 0; sample < 100; ++sample) {
      const int before = random.below(4);
      const auto problem = random_problem(random, 1 + random.below(8), before, as_in_DD91);
      const std::vector<double> start = random_vector(random, before);
      const auto result = optimal_control(problem, start);
      const DenseControl dense(problem, as_dense(start));
      std::vector<double> u;
      for (std::size_t k = 0; k < problem.size(); ++k) {
        u.insert(u.end(), result.stages[k].u.begin(), result.stages[k].u.end());
        ASSERT_LE(relative_error(result.stages[k].x, dense.x[k]), 1e-9) << "sample " << sample;
      }
      ASSERT_LE(relative_error(u, dense.u), 1e-9) << "sample " << sample;
      ASSERT_NEAR(result.cost, dense.cost, 1e-9 * (1 + std::abs(dense.cost))) << "sample " << sample;
    }
  }
}

TEST(OptimalControl, StartsFromZeroByDefault) {
  Random random(3);
  const auto problem = random_problem(random, 4, 3, false);
  EXPECT_EQ(optimal_control(problem).cost, optimal_control(problem, std::vector<double>(3)).cost);
}

// The feedback is optimal from any state, not only along the predicted trajectory; r and S are the cost of the
// remaining stages.
TEST(OptimalControl, FeedbackIsOptimalFromEveryState) {
  Random random(4);
  for (int sample = 0; sample < 50; ++sample) {
    const auto problem = random_problem(random, 6, 2, sample % 2 == 0);
    const auto result = optimal_control(problem);
    for (std::size_t k = 1; k < problem.size(); ++k) {
      const auto& stage = result.stages[k];
      const ControlProblem<double> rest(problem.begin() + static_cast<std::ptrdiff_t>(k), problem.end());
      const VectorXd here = as_dense(random_vector(random, problem[k - 1].state_size()));
      const DenseControl dense(rest, here);
      const VectorXd u = as_dense(stage.feedforward) - as_dense(stage.K) * here;
      ASSERT_LE(relative_error(u, dense.u.head(u.size())), 1e-8);

      const auto& reached = result.stages[k - 1];
      const auto to_go = [&](const VectorXd& x) {
        return (x.dot(as_dense(reached.S) * x) / 2 + as_dense(reached.r).dot(x));
      };
      const auto own = [&](const VectorXd& x) {
        const auto& h = problem[k - 1].h;
        return x.dot(as_dense(problem[k - 1].M) * x) / 2 + (h.empty() ? 0 : as_dense(h).dot(x));
      };
      const VectorXd zero = VectorXd::Zero(here.size());
      const double expected = own(here) + dense.cost - DenseControl(rest, zero).cost;
      ASSERT_NEAR(to_go(here), expected, 1e-8 * (1 + std::abs(expected)));
    }
  }
}

TEST(OptimalControl, SolvesTheBoundaryValueProblem) {  // DD91 (35)-(37)
  Random random(5);
  for (int sample = 0; sample < 50; ++sample) {
    const auto problem = random_problem(random, 6, 0, sample % 2 == 0);
    const auto result = optimal_control(problem);
    for (std::size_t k = 0; k < problem.size(); ++k) {
      const auto& stage = problem[k];
      const auto& s = result.stages[k];
      VectorXd lambda = -as_dense(stage.M) * as_dense(s.x);
      if (!stage.h.empty()) lambda -= as_dense(stage.h);
      if (k + 1 < problem.size())
        lambda += as_dense(problem[k + 1].A).transpose() * as_dense(result.stages[k + 1].lambda);
      ASSERT_LE(relative_error(s.lambda, lambda), 1e-9);
      if (stage.control_size() == 0) continue;
      VectorXd t = -as_dense(stage.B).transpose() * lambda;
      if (stage.R.rows() > 0) t += as_dense(stage.R) * as_dense(s.u);
      const VectorXd expected = stage.t.empty() ? VectorXd::Zero(t.size()) : as_dense(stage.t);
      ASSERT_LE((t - expected).norm(), 1e-9 * (1 + lambda.norm()));
    }
  }
}

TEST(OptimalControl, OfTheDualProblemIsFilterAndSmoother) {
  for (const Noise noise : all_noises) {
    Random random(6 + static_cast<int>(noise));
    for (int sample = 0; sample < 50; ++sample) {
      const auto system = random_system(random, 1 + random.below(8), noise, true);
      const auto filtered = sweep::kalman_filter(system);
      const auto smoothed = sweep::bryson_frazier_smoother(system, filtered);
      const auto control = optimal_control(dual(system));
      for (std::size_t k = 0; k < system.size(); ++k) {
        const auto& c = control.stages[system.size() - 1 - k];
        ASSERT_LE(relative_error(c.S, filtered[k].P), 1e-11);
        ASSERT_LE(relative_error(c.r, filtered[k].z), 1e-9);
        ASSERT_LE(relative_error(c.D, filtered[k].D), 1e-11);
        ASSERT_LE(relative_error(c.x, smoothed[k].lambda), 1e-9);
        ASSERT_LE(relative_error(c.u, smoothed[k].a), 1e-9);
        ASSERT_LE(relative_error(c.lambda, -as_dense(smoothed[k].x)), 1e-9);
      }
    }
  }
}

}  // namespace sinew::test::optimal_control_test
