#include "sinew/batch/long_chain/long_chain.hpp"

#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/constraint_forces.hpp"
#include "sinew/algorithms/dynamics/filter_results.hpp"
#include "tests/batch/chain_case.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::long_chain_test {

TEST(LongChain, EqualsForwardDynamicsForChainsOfAnyJoints) {
  for (int sample = 0; sample < 60; ++sample) {
    ChainCase chain(mixed_chain(3 + sample, std::uint64_t(sample)), std::uint64_t(sample));
    const std::vector<ExternalForce<double>> forces{
        {chain.model.frame("b1"), {{0.3, -0.2, 0.5}, {2, -1, 0.5}}},
        {FrameIndex{int(chain.model.frames().size()) - 1}, {{-0.3, 0.2, 0.5}, {1, 3, -2}}}};
    const Environment<double> environment{.base_acceleration = {{0.1, 0.2, -0.3}, {1, -2, 0.5}},
                                          .forces = forces};
    for (const int blocks : {2, 3, 7}) {
      LongChain<double> solver(chain.model, {.threads = 1, .blocks = blocks});
      ASSERT_LE(chain.solve(solver, environment), 1e-10) << "sample " << sample << ", blocks " << blocks;
    }
  }
}

TEST(LongChain, EqualsForwardDynamicsForLongRevoluteChains) {
  for (const int links : {10, 100, 1000, 5000}) {
    ChainCase chain(random_chain(links, 3));
    for (const int blocks : {2, 5, 16}) {
      LongChain<double> solver(chain.model, {.threads = 1, .blocks = blocks});
      EXPECT_EQ(solver.blocks(), std::min(blocks, links));
      EXPECT_LE(chain.solve(solver), 1e-12) << links << " links, " << blocks << " blocks";
    }
  }
}

// A force pulls through all links of a chain that hangs straight: each block depends on all blocks outward of it.
TEST(LongChain, EqualsForwardDynamicsForATautChain) {
  ChainCase chain(planar_chain(600));
  std::fill(chain.q.begin(), chain.q.end(), 0);
  chain.q[0] = 0.7;
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = 4});
  EXPECT_LE(chain.solve(solver), 1e-12);
}

TEST(LongChain, WorksWithALoadAThousandTimesHeavierThanItsLinks) {
  Description description = random_chain(300, 5);
  description.bodies.back().inertial.mass *= 1e3;
  ChainCase chain(description);
  for (const int blocks : {2, 20, 100}) {
    LongChain<double> solver(chain.model, {.threads = 1, .blocks = blocks});
    EXPECT_LE(chain.solve(solver), 1e-10) << blocks << " blocks";
  }
}

TEST(LongChain, StoresTheResultsOfTheSerialSweeps) {
  ChainCase chain(mixed_chain(80, 7));
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = 5});
  chain.solve(solver);
  for (int i = 0; i < int(chain.model.frames().size()); ++i) {
    const FrameIndex frame{i};
    if (chain.model.frame(frame).link == 0) continue;
    const auto& [s, b] = std::tie(chain.serial, chain.blocked);
    EXPECT_LE(relative_error(filter_state(b, frame), filter_state(s, frame)), 1e-9);
    EXPECT_LE(relative_error(costate(b, frame), costate(s, frame)), 1e-9);
    EXPECT_LE(relative_error(articulated_inertia(b, frame), articulated_inertia(s, frame)), 1e-9);
  }
  for (int i = 0; i < chain.model.velocity_size(); ++i) {
    const double D = innovation_variance(chain.serial, i), e = innovation(chain.serial, i);
    EXPECT_NEAR(innovation_variance(chain.blocked, i), D, 1e-9 * D);
    EXPECT_NEAR(innovation(chain.blocked, i), e, 1e-8 * (1 + std::abs(e)));
  }
}

TEST(LongChain, ProvidesTheForcesAcrossItsJoints) {
  ChainCase chain(mixed_chain(60, 8));
  const ExternalForce<double> push{{int(chain.model.frames().size()) - 1}, {{-0.3, 0.2, 0.5}, {1, 3, -2}}};
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = 4});
  chain.solve(solver, {.forces = {&push, 1}});
  std::vector<JointForce<double>> blocked(chain.model.joints().size()), serial(blocked.size());
  joint_forces(chain.blocked, blocked);
  joint_forces(chain.serial, serial);
  for (std::size_t i = 0; i < serial.size(); ++i)
    EXPECT_LE(relative_error(blocked[i].whole, serial[i].whole), 1e-9);
  std::vector<Force<double>> fixed(chain.model.fixed_joints().size()), expected(fixed.size());
  fixed_joint_forces(chain.blocked, fixed);
  fixed_joint_forces(chain.serial, expected);
  for (std::size_t i = 0; i < fixed.size(); ++i) EXPECT_LE(relative_error(fixed[i], expected[i]), 1e-9);
}

TEST(LongChain, WorksInSinglePrecision) {
  ChainCase chain(random_chain(200, 9));
  chain.solve_serially();
  Workspace<float> work(chain.model);
  const std::vector<float> q(chain.q.begin(), chain.q.end()), v(chain.v.begin(), chain.v.end()),
      tau(chain.tau.begin(), chain.tau.end());
  std::vector<float> a(chain.dofs());
  LongChain<float>(chain.model, {.threads = 1, .blocks = 3}).forward_dynamics(work, q, v, tau, a);
  EXPECT_LE(relative_error(std::vector<double>(a.begin(), a.end()), chain.expected), 1e-3);
}

// Blocks of links without inertia about their own axes would be singular by themselves.
TEST(LongChain, CutsWhereTheLinksHaveInertia) {
  Description description = random_chain(40, 11);
  for (std::size_t i = 0; i < description.bodies.size(); ++i) {
    if (i % 4 != 3) description.bodies[i].inertial = {};
  }
  ChainCase chain(description);
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = 8});
  EXPECT_GT(solver.blocks(), 4);
  EXPECT_LE(chain.solve(solver), 1e-9);
}

TEST(LongChain, TreatsABranchedOrShortRobotAsOneBlock) {
  Random random(13);
  ChainCase tree(random_description(random, {.bodies = 30}));
  LongChain<double> of_tree(tree.model, {.threads = 4, .blocks = 4});
  EXPECT_EQ(of_tree.blocks(), 1);
  EXPECT_EQ(of_tree.threads(), 1);
  EXPECT_EQ(tree.solve(of_tree), 0);
  ChainCase arm(random_chain(7, 1));
  LongChain<double> of_arm(arm.model, {.threads = 4});
  EXPECT_EQ(of_arm.blocks(), 1);
  EXPECT_EQ(arm.solve(of_arm), 0);
}

TEST(LongChain, NamesInvalidArguments) {
  ChainCase chain(random_chain(20, 1));
  EXPECT_THROW(LongChain<double>(chain.model, {.threads = -1}), std::invalid_argument);
  EXPECT_THROW(LongChain<double>(chain.model, {.blocks = -1}), std::invalid_argument);
  LongChain<double> solver(chain.model, {.threads = 1, .blocks = 3});
  const auto solve = [&] { solver.forward_dynamics(chain.blocked, chain.q, chain.v, chain.tau, chain.a); };
  chain.v[4] = std::nan("");
  EXPECT_THROW(solve(), std::invalid_argument);
  chain.v[4] = 0;
  EXPECT_NO_THROW(solve());
  chain.tau.pop_back();
  EXPECT_THROW(solve(), std::invalid_argument);
  const Model other(random_chain(20, 1));
  Workspace<double> work(other);
  EXPECT_THROW(solver.forward_dynamics(work, chain.q, chain.v, chain.q, chain.a), std::invalid_argument);
}

}  // namespace sinew::test::long_chain_test
