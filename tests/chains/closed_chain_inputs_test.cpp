// Invalid inputs of closed chains are reported with their values, and loops can be opened.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::closed_chain_inputs_test {

class ClosedChainInputs : public testing::TestWithParam<Strategy> {
 protected:
  ClosedChainInputs() : robot(n_four_bar(1, ConnectionKind::revolute), GetParam()) {}
  std::string complaint_about(const std::vector<double>& q, const std::vector<double>& v,
                              const std::vector<double>& tau) {
    return complaint([&] { robot.accelerate(q, v, tau); });
  }

  ClosedRobot<> robot;
  const std::vector<double> upright{1, -1, 1}, zero{0, 0, 0};
};

TEST_P(ClosedChainInputs, OfTheWrongSizeAreReportedWithBothSizes) {
  EXPECT_EQ(complaint_about({1, -1}, zero, zero), "q has 2 numbers, expected 3");
  EXPECT_EQ(complaint_about(upright, {0, 0, 0, 0}, zero), "v has 4 numbers, expected 3");
  EXPECT_EQ(complaint_about(upright, zero, {}), "tau has 0 numbers, expected 3");
  robot.a.resize(2);
  EXPECT_EQ(complaint_about(upright, zero, zero), "the result a has 2 numbers, expected 3");
}

TEST_P(ClosedChainInputs, ThatAreNotANumberAreReported) {
  const double nothing = std::nan("");
  EXPECT_NE(complaint_about({1, nothing, 1}, zero, zero).find("q[1]"), std::string::npos)
      << complaint_about({1, nothing, 1}, zero, zero);
  EXPECT_NE(complaint_about(upright, {0, 0, nothing}, zero).find("v[2]"), std::string::npos)
      << complaint_about(upright, {0, 0, nothing}, zero);
  EXPECT_NE(complaint_about(upright, zero, {INFINITY, 0, 0}).find("tau[0]"), std::string::npos)
      << complaint_about(upright, zero, {INFINITY, 0, 0});
  EXPECT_EQ(complaint_about(upright, zero, zero), "no complaint");
}

TEST_P(ClosedChainInputs, WithTheWorkspaceOfAnotherRobotAreRefused) {
  ClosedRobot other(n_four_bar(2, ConnectionKind::revolute));
  EXPECT_NE(complaint([&] { robot.chain.forward_dynamics(other.work, upright, zero, zero, robot.a); }),
            "no complaint");
}

TEST_P(ClosedChainInputs, AreNeededBeforeForces) {
  const std::string expected =
      "the forces of the closed chain are not available: call forward_dynamics successfully first";
  EXPECT_EQ(complaint<std::logic_error>([&] { robot.chain.loop_force(0); }), expected);
  robot.accelerate(upright, zero, zero);
  EXPECT_NO_THROW(robot.chain.loop_force(0));
  EXPECT_NE(complaint_about(upright, {0, 0, std::nan("")}, zero), "no complaint");
  EXPECT_EQ(complaint<std::logic_error>([&] { robot.chain.loop_force(0); }), expected);
}

TEST_P(ClosedChainInputs, AboutUnknownLoopsAreRefused) {
  robot.accelerate(upright, zero, zero);
  EXPECT_EQ(complaint([&] { robot.chain.loop_force(1); }), "there is no loop 1; the model has 1");
  EXPECT_EQ(complaint([&] { robot.chain.loop_force(-1); }), "there is no loop -1; the model has 1");
  EXPECT_EQ(complaint([&] { robot.chain.coupling_torque(0); }), "there is no coupling 0; the model has 0");
  EXPECT_EQ(complaint([&] { robot.chain.set_loop_active(7, true); }), "there is no loop 7; the model has 1");
}

TEST_P(ClosedChainInputs, WithoutLoopsGiveTheResultsOfTheTree) {
  for (int i = 0; i < 50; ++i) {
    const Sample sample = random_sample(i);
    ClosedRobot tree(sample.description, GetParam());
    EXPECT_EQ(tree.chain.rows(), 0);
    std::vector<double> expected(tree.a.size());
    forward_dynamics(tree.work, sample.q, sample.v, sample.tau, expected);
    ASSERT_LE(relative_error(tree.accelerate(sample.q, sample.v, sample.tau), expected), 1e-9)
        << "sample " << i;
    EXPECT_EQ(tree.chain.rank(), 0);
    EXPECT_TRUE(tree.chain.multipliers().empty());
  }
}

TEST_P(ClosedChainInputs, WithAnOpenLoopGiveTheResultsOfTheRobotWithoutIt) {
  for (int i = 0; i < 100; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const int loops = static_cast<int>(sample.description.loops.size());
    if (loops == 0) continue;
    ClosedRobot whole(sample.description, GetParam());
    const std::vector<double> closed = whole.accelerate(sample.q, sample.v, sample.tau);
    Description without = sample.description;
    const int out = i % loops;
    without.loops.erase(without.loops.begin() + out);
    const MaximalCoordinates<long double> expected(without, sample.q, sample.v);
    whole.chain.set_loop_active(out, false);
    whole.accelerate(sample.q, sample.v, sample.tau);
    ASSERT_LE(relative_error(whole.a, expected.forward_dynamics(sample.tau).acceleration), 1e-6)
        << "sample " << i;
    ASSERT_EQ(whole.chain.loop_force(out), Force<double>{});
    whole.chain.set_loop_active(out, true);
    ASSERT_LE(relative_error(whole.accelerate(sample.q, sample.v, sample.tau), closed), 1e-14)
        << "sample " << i;
  }
}

TEST_P(ClosedChainInputs, WithAnInactiveCouplingGiveTheResultsOfTheRobotWithoutIt) {
  int seen = 0;
  for (int i = 0; i < 200; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    if (sample.description.couplings.empty()) continue;
    ClosedRobot whole(sample.description, GetParam());
    Description without = sample.description;
    without.couplings.erase(without.couplings.begin());
    const MaximalCoordinates<long double> expected(without, sample.q, sample.v);
    whole.chain.set_coupling_active(0, false);
    whole.accelerate(sample.q, sample.v, sample.tau);
    ASSERT_LE(relative_error(whole.a, expected.forward_dynamics(sample.tau).acceleration), 1e-6)
        << "sample " << i;
    ASSERT_EQ(whole.chain.coupling_torque(0), 0);
    ++seen;
  }
  EXPECT_GT(seen, 20);
}

INSTANTIATE_TEST_SUITE_P(OfEveryStrategy, ClosedChainInputs, testing::ValuesIn(all_strategies),
                         [](const auto& strategy) { return std::string(name_of(strategy.param)); });

}  // namespace sinew::test::closed_chain_inputs_test
