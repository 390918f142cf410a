// Compares the accuracy of long chains in blocks with that of the serial sweeps; the reference is the serial sweeps in
// long double.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "tests/batch/chain_case.hpp"

namespace sinew::test::long_chain_accuracy_test {

void scale(Inertial& inertial, double factor) {
  auto& [mass, com, I] = inertial;
  mass *= factor;
  I = {factor * I.xx, factor * I.xy, factor * I.xz, factor * I.yy, factor * I.yz, factor * I.zz};
}

// `factor(i)`: mass of link i relative to the usual one.
Description with_masses(Description chain, const std::function<double(int)>& factor) {
  for (std::size_t i = 0; i < chain.bodies.size(); ++i) scale(chain.bodies[i].inertial, factor(int(i)));
  return chain;
}

struct Errors {
  double serial = 0, blocked = 0;
  int fell_back = 0;
};

constexpr bool has_precise_numbers =
    std::numeric_limits<long double>::digits > std::numeric_limits<double>::digits;
constexpr int states = 5;
constexpr double least = 5e-16;  // smaller errors are meaningless

// The largest errors over a few states.
Errors largest_errors(const Description& description, int blocks) {
  ChainCase chain(description);
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = blocks});
  Workspace<long double> precise(chain.model);
  const auto precisely = [](const std::vector<double>& x) {
    return std::vector<long double>(x.begin(), x.end());
  };
  Errors errors;
  for (int state = 0; state < states; ++state) {
    Random random{std::uint64_t(state)};
    chain.q = random_position(description, random);
    if (state == 0) std::fill(chain.q.begin(), chain.q.end(), 0.01);  // nearly stretched
    const std::vector<long double> q = precisely(chain.q), v = precisely(chain.v), tau = precisely(chain.tau);
    std::vector<long double> exact(chain.dofs());
    forward_dynamics<long double>(precise, q, v, tau, exact);
    const std::vector<double> rounded(exact.begin(), exact.end());
    chain.solve(solver);
    errors.serial = std::max(errors.serial, relative_error(chain.expected, rounded));
    errors.blocked = std::max(errors.blocked, relative_error(chain.a, rounded));
    errors.fell_back += solver.fell_back();
  }
  return errors;
}

void expect_no_more_lost_than_serially(const Description& description, const std::string& what) {
  if (!has_precise_numbers) GTEST_SKIP() << "long double has no more digits than double here";
  for (const int blocks : {2, 3, 4, 7, 20}) {
    if (blocks > int(description.bodies.size())) continue;
    const Errors errors = largest_errors(description, blocks);
    EXPECT_LE(errors.blocked, 10 * std::max(errors.serial, least))
        << what << ", " << description.bodies.size() << " links in " << blocks << " blocks; serially "
        << errors.serial;
  }
}

constexpr int lengths[] = {7, 12, 30, 100, 300};
constexpr double ratios[] = {1e-8, 1e-4, 1e4, 1e8};

TEST(LongChainAccuracy, IsThatOfTheSerialSweepsWithAHeavyOrLightLink) {
  for (const int links : lengths) {
    for (const int which : {0, links / 3, links / 2, links - 1}) {
      for (const double ratio : ratios) {
        const Description chain =
            with_masses(random_chain(links, 1), [&](int i) { return i == which ? ratio : 1; });
        expect_no_more_lost_than_serially(
            chain, "link " + std::to_string(which) + " times " + std::to_string(ratio));
      }
    }
  }
}

TEST(LongChainAccuracy, IsThatOfTheSerialSweepsWithStretchesOfHeavyAndLightLinks) {
  for (const int links : lengths) {
    for (const double ratio : ratios) {
      const auto stretch = [&](int i) { return i % 20 < 15 ? ratio : 1; };
      expect_no_more_lost_than_serially(with_masses(random_chain(links, 2), stretch), "stretches");
      expect_no_more_lost_than_serially(with_masses(planar_chain(links), stretch), "stretches in a plane");
      const auto slope = [&](int i) { return std::pow(ratio, double(i) / links); };
      expect_no_more_lost_than_serially(with_masses(random_chain(links, 3), slope), "slope");
      expect_no_more_lost_than_serially(with_masses(planar_chain(links), slope), "slope in a plane");
    }
  }
}

// Errors of so few states are partly random: one chain in fifty may be more accurate serially.
TEST(LongChainAccuracy, IsThatOfTheSerialSweepsWithAnyMassesAndJoints) {
  if (!has_precise_numbers) GTEST_SKIP() << "long double has no more digits than double here";
  int chains = 0, more = 0;
  double worst = 0;
  const auto compare = [&](const Description& description) {
    for (const int blocks : {2, 4, 7}) {
      const Errors errors = largest_errors(description, blocks);
      const double ratio = errors.blocked / std::max(errors.serial, least);
      ++chains;
      more += ratio > 10;
      worst = std::max(worst, ratio);
    }
  };
  for (int sample = 0; sample < 30; ++sample) {
    Random random{std::uint64_t(sample)};
    const auto any = [&](int) { return std::pow(10, random.uniform(-3, 3)); };
    compare(with_masses(random_chain(10 + sample, std::uint64_t(sample)), any));
    compare(mixed_chain(10 + sample, std::uint64_t(sample)));
  }
  EXPECT_LE(50 * more, chains) << more << " of " << chains;
  EXPECT_LE(worst, 100);
}

TEST(LongChainAccuracy, NeedsNoSerialSweepsForAHeavyLoadFarFromBlockBorders) {
  const Description chain = with_masses(random_chain(300, 4), [](int i) { return i == 299 ? 1e8 : 1; });
  for (const int blocks : {2, 4, 7}) EXPECT_EQ(largest_errors(chain, blocks).fell_back, 0) << blocks;
}

// Far from its end all links of the rope fall freely, so that the accelerations at the borders are tiny.
TEST(LongChainAccuracy, NeedsNoSerialSweepsForARopeThatIsReleasedAtRest) {
  const Model rope(random_chain(1000, 1));
  const std::size_t dofs(rope.velocity_size());
  std::vector<double> q(dofs), a(dofs), expected(dofs);
  const std::vector<double> zero(dofs);
  for (std::size_t i = 0; i < dofs; ++i) q[i] = std::sin(0.3 * double(i));
  Workspace<double> work(rope);
  forward_dynamics(work, q, zero, zero, expected);
  for (const int blocks : {2, 4, 7}) {
    LongChain<double> solver(rope, {.threads = 1, .blocks = blocks});
    solver.forward_dynamics(work, q, zero, zero, a);
    EXPECT_FALSE(solver.fell_back()) << blocks;
    EXPECT_LT(relative_error(a, expected), 1e-13) << blocks;
  }
}

// Wherever the borders are, some block ends in light links.
TEST(LongChainAccuracy, NeedsNoSerialSweepsForASequenceOfLightLinks) {
  for (const int run : {1, 2, 3}) {
    for (int first = 0; first + run < 30; ++first) {
      const Description chain =
          with_masses(random_chain(30, 6), [&](int i) { return i >= first && i < first + run ? 1e-8 : 1; });
      const Errors errors = largest_errors(chain, 3);
      EXPECT_EQ(errors.fell_back, 0) << run << " links from link " << first;
      EXPECT_LE(errors.blocked, 10 * std::max(errors.serial, least)) << run << " links from link " << first;
    }
  }
}

// Heavy links next to the borders: the serial sweeps lose half of the digits there, and so do the borders.
TEST(LongChainAccuracy, UsesTheSerialSweepsIfTheBordersLoseDigits) {
  ChainCase chain(with_masses(random_chain(30, 2), [](int i) { return i % 20 < 15 ? 1e-8 : 1; }));
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = 4});
  EXPECT_FALSE(solver.fell_back());
  EXPECT_EQ(chain.solve(solver), 0);
  EXPECT_TRUE(solver.fell_back());
  ChainCase ordinary(random_chain(30, 2));
  LongChain<double> other(ordinary.model, {.threads = 1, .blocks = 4});
  EXPECT_GT(ordinary.solve(other), 0);
  EXPECT_FALSE(other.fell_back());
}

}  // namespace sinew::test::long_chain_accuracy_test
