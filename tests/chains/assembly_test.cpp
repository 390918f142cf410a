// Closes loops from a rough initial guess.
#include "sinew/chains/loops/assembly.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/closed_robot.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::assembly_test {

Assembly close(ClosedRobot<>& robot, std::vector<double>& q, const AssemblyOptions& options = {}) {
  return assemble(robot.work, robot.chain, q, options);
}

FourBar bars(double a, double b, double c, double d) {
  const PlanarLink link{1, 0.1, 0, 0.1};
  return {a, b, c, d, link, link, link, {0, 0, 0}};
}

// A parallelogram: the coupler is horizontal, the rocker parallel to the crank.
TEST(Assembly, ClosesAFourBarWithItsCrankLocked) {
  for (const ConnectionKind pin : {ConnectionKind::point_on_line, ConnectionKind::revolute}) {
    ClosedRobot robot(bars(0.5, 1, 0.5, 1).description(pin));
    const std::vector<double> weights{0, 1, 1};
    for (double crank = 0.5; crank < 2.3; crank += 0.2) {
      std::vector<double> q{crank, -crank + 0.3, crank + 0.2};
      const Assembly result = close(robot, q, {.weights = weights});
      ASSERT_TRUE(result.closed) << "at " << crank;
      ASSERT_LE(result.steps, 10);
      ASSERT_EQ(q[0], crank);
      ASSERT_NEAR(q[1], -crank, 1e-11);
      ASSERT_NEAR(q[2], crank, 1e-11);
    }
  }
}

TEST(Assembly, ReportsTheRemainingErrorIfTheLoopCannotClose) {
  ClosedRobot robot(bars(0.3, 0.4, 0.5, 2).description(ConnectionKind::point_on_line));
  std::vector<double> q{0.5, 0.3, 2};
  const Assembly result = close(robot, q);
  EXPECT_FALSE(result.closed);
  EXPECT_NEAR(result.error, 2 - 0.3 - 0.4 - 0.5, 1e-6);  // stretched out, with the rocker towards the crank
  EXPECT_EQ(result.worst_row.substr(0, 10), "loop 'pin'") << result.worst_row;
  EXPECT_NEAR(MaximalCoordinates<double>(robot.model.description(), q).closure().norm(), 0.8, 1e-6);
}

TEST(Assembly, DoesNotChangeAClosedPosition) {
  for (int i = 0; i < 100; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    std::vector<double> q = sample.q;
    const Assembly result = close(robot, q);
    ASSERT_TRUE(result.closed) << "sample " << i << " " << result.worst_row << " " << result.error;
    ASSERT_EQ(result.steps, 0) << "sample " << i;
    ASSERT_EQ(q, sample.q);
  }
}

// Starts up to a tenth of a radian or metre away in each joint. Near singular positions convergence is slow.
TEST(Assembly, ConvergesFromNearby) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot robot(sample.description);
    Random random(static_cast<std::uint64_t>(i));
    std::vector<double> q(sample.q.size());
    robot.model.integrate(sample.q, random_velocity(sample.description, random), 0.05, q);
    const Assembly result = close(robot, q);
    ASSERT_TRUE(result.closed) << "sample " << i << " " << result.worst_row << " " << result.error;
    ASSERT_LE(MaximalCoordinates<double>(sample.description, q).closure().largest(), 1e-11) << "sample " << i;
  }
}

// Constraint rows on velocities alone do not constrain positions: here they forbid the only motion that closes the pin.
TEST(Assembly, IgnoresConstraintsOnVelocitiesAlone) {
  Description robot = bars(0.5, 1, 0.5, 1).description(ConnectionKind::point_on_line);
  Loop held{.name = "held", .connection = {.kind = ConnectionKind::directions}, .second = {"rocker", {}}};
  held.connection.directions = {{{0, 0, 1}, {}}};
  robot.loops.push_back(held);
  ClosedRobot closed(robot);
  std::vector<double> q{1, -1, 1.2};
  const std::vector<double> weights{0, 0, 1};
  EXPECT_TRUE(close(closed, q, {.weights = weights}).closed);
  EXPECT_NEAR(q[2], 1, 1e-12);
}

TEST(Assembly, RefusesInvalidGuesses) {
  ClosedRobot robot(bars(0.5, 1, 0.5, 1).description(ConnectionKind::revolute));
  std::vector<double> q{0, 0};
  EXPECT_THROW(close(robot, q), std::invalid_argument);
  q = {0, std::nan(""), 0};
  EXPECT_THROW(close(robot, q), std::invalid_argument);
  q = {1, 0, 0};
  const std::vector<double> short_weights{1, 1};
  EXPECT_THROW(close(robot, q, {.weights = short_weights}), std::invalid_argument);
}

}  // namespace sinew::test::assembly_test
