#include "sinew/sweep/scans/scan.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <thread>

#include "sinew/sweep/scans/filter_scan.hpp"
#include "sinew/sweep/scans/smoother_scan.hpp"
#include "tests/sweep/random_system.hpp"

namespace sinew::test::scan_test {

using sweep::FilterElement, sweep::FilterElements, sweep::LinearSystem, sweep::scan;

// Concatenation of words is associative and not commutative.
TEST(Scan, GivesEveryPartialProduct) {
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<std::string> words(count);
    std::string expected;
    for (std::size_t i = 0; i < count; ++i) words[i] = std::string(1, char('a' + i % 26));
    const std::vector<std::string> letters = words;
    std::size_t products = 0, rounds = 0;
    scan(
        std::span(words),
        [&](const std::string& before, std::string& after) {
          after = before + after;
          ++products;
        },
        [&](std::size_t tasks, const auto& task) {
          ++rounds;
          for (std::size_t i = tasks; i-- > 0;) task(i);  // any order will do
        });
    for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(words[i], expected += letters[i]);
    EXPECT_LE(products, 2 * count);
    EXPECT_LE(rounds, 2 * std::size_t(std::bit_width(count)));
  }
}

// Each step measures only what its own M makes uncertain.
LinearSystem<double> system_for_scans(Random& random, int steps, bool with_n) {
  LinearSystem<double> system = random_system(random, steps, Noise::all, with_n);
  for (auto& step : system) {
    if (random.chance(0.5)) continue;
    step.M = random_covariance(random, step.state_size(), step.state_size());
    step.H = random_matrix(random, std::min(step.measurement_size(), step.state_size()), step.state_size());
    step.R = {};
    step.tau.resize(std::size_t(step.H.rows()));
  }
  return system;
}

std::vector<FilterElement<double>> elements_of(const LinearSystem<double>& system) {
  std::vector<FilterElement<double>> elements(system.size());
  for (std::size_t k = 0; k < system.size(); ++k)
    FilterElements<double>().make(system[k], int(k), system[k].phi.cols(), elements[k]);
  return elements;
}

TEST(FilterScan, ItsOperationIsAssociative) {
  Random random(3);
  for (int sample = 0; sample < 50; ++sample) {
    const auto x = elements_of(system_for_scans(random, 4, true));
    FilterElements<double> elements;
    // x1 (x2 x3) and (x1 x2) x3
    FilterElement<double> right = x[3], left = x[2], all = x[3];
    elements.combine(x[2], right);
    elements.combine(x[1], right);
    elements.combine(x[1], left);
    elements.combine(left, all);
    ASSERT_LE(relative_error(right.A, as_dense(all.A)), 1e-9);
    ASSERT_LE(relative_error(right.C, as_dense(all.C)), 1e-9);
    ASSERT_LE(relative_error(right.J, as_dense(all.J)), 1e-9);
    ASSERT_LE(relative_error(right.b, as_dense(all.b)), 1e-9);
    ASSERT_LE(relative_error(right.eta, as_dense(all.eta)), 1e-9);
  }
}

// Runs each round on three threads.
struct ThreeThreads {
  template <class Task>
  void operator()(std::size_t count, const Task& task) const {
    std::vector<std::thread> threads;
    for (std::size_t first = 0; first < 3; ++first)
      threads.emplace_back([=, &task] {
        for (std::size_t i = first; i < count; i += 3) task(i);
      });
    for (std::thread& thread : threads) thread.join();
  }
};

TEST(FilterScan, IsTheKalmanFilter) {
  Random random(5);
  for (int sample = 0; sample < 100; ++sample) {
    const auto system = system_for_scans(random, 1 + random.below(40), sample % 2 == 1);
    const auto serial = kalman_filter(system);
    const auto scanned = sweep::filter_scan(system);
    for (std::size_t k = 0; k < system.size(); ++k) {
      ASSERT_LE(relative_error(scanned[k].z_plus, serial[k].z_plus), 1e-9) << "sample " << sample;
      ASSERT_LE(relative_error(scanned[k].P_plus, serial[k].P_plus), 1e-9) << "sample " << sample;
      ASSERT_LE(relative_error(scanned[k].G, serial[k].G), 1e-9) << "sample " << sample;
    }
  }
}

TEST(SmootherScan, IsTheBrysonFrazierSmoother) {
  Random random(7);
  for (int sample = 0; sample < 100; ++sample) {
    const auto system = system_for_scans(random, 1 + random.below(40), sample % 2 == 1);
    const auto filtered = kalman_filter(system);
    const auto serial = bryson_frazier_smoother(system, filtered);
    const auto scanned = sweep::smoother_scan(system, filtered);
    for (std::size_t k = 0; k < system.size(); ++k) {
      ASSERT_LE(relative_error(scanned[k].x, serial[k].x), 1e-9) << "sample " << sample;
      ASSERT_LE(relative_error(scanned[k].S, serial[k].S), 1e-9) << "sample " << sample;
      ASSERT_LE(relative_error(scanned[k].lambda, serial[k].lambda), 1e-9) << "sample " << sample;
      ASSERT_LE(relative_error(scanned[k].Delta, serial[k].Delta), 1e-9) << "sample " << sample;
    }
  }
}

TEST(SmootherScan, GivesTheSameBitsOnSeveralThreads) {
  Random random(9);
  const auto system = system_for_scans(random, 50, true);
  const auto alone = sweep::filter_scan(system), several = sweep::filter_scan(system, ThreeThreads{});
  const auto x = sweep::smoother_scan(system, alone),
             y = sweep::smoother_scan(system, several, ThreeThreads{});
  for (std::size_t k = 0; k < system.size(); ++k) {
    EXPECT_EQ(alone[k].z_plus, several[k].z_plus);
    EXPECT_EQ(x[k].x, y[k].x);
  }
}

TEST(FilterScan, RefusesNoiselessMeasurementsThatAStepDoesNotMakeUncertain) {
  Random random(11);
  auto system = system_for_scans(random, 3, false);
  const int states = system[1].state_size();
  system[1].M = Matrix<double>(states, states);
  system[1].H = random_matrix(random, 1, states);
  system[1].R = {};
  system[1].tau = {1};
  EXPECT_THROW(sweep::filter_scan(system), std::domain_error);
}

}  // namespace sinew::test::scan_test
