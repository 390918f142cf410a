// Compares the maps between joint coordinates and independent coordinates with differences of positions, and refuses
// couplings that leave no independent coordinates.
#include "sinew/model/joints/independent_coordinates.hpp"

#include <gtest/gtest.h>

#include "tests/support/messages.hpp"
#include "tests/support/random_followers.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::independent_coordinates_test {

Description three_hinges() {
  Description robot{.name = "hinges"};
  for (const char* name : {"a", "b", "c"}) robot.bodies.push_back(hinged(name, "", {}, {1, {0, 0, -1}, {}}));
  return robot;
}

TEST(IndependentCoordinates, AreThoseOfAllJointsThatDoNotFollow) {
  Description robot = three_hinges();
  robot.bodies[0].joint.mimic = {"c_joint", -2, 0.5};
  robot.couplings = {{.name = "lock", .joint = "b_joint", .polynomial = {0.3, 0, 0, 0, 0}}};
  const Model model(robot);
  IndependentCoordinates<double> coordinates(model);
  EXPECT_TRUE(has_followers(model));
  ASSERT_EQ(coordinates.size(), 1);
  EXPECT_EQ(coordinates.independent()[0], 2);
  EXPECT_EQ(coordinates.names(), std::vector<std::string>{"c_joint"});
  std::vector<double> q(3), one(1);
  coordinates.positions_to_q(std::vector{0.7}, q);
  EXPECT_EQ(q, (std::vector{-2 * 0.7 + 0.5, 0.3, 0.7}));
  coordinates.q_to_positions(q, one);
  EXPECT_EQ(one[0], 0.7);
  coordinates.spread(std::vector{4.0}, q);
  EXPECT_EQ(q, (std::vector{0.0, 0.0, 4.0}));
}

TEST(IndependentCoordinates, OfAModelWithoutFollowersAreAllCoordinates) {
  const Model model(three_hinges());
  const IndependentCoordinates<double> coordinates(model);
  EXPECT_FALSE(has_followers(model));
  EXPECT_EQ(coordinates.size(), 3);
  EXPECT_EQ(coordinates.position_size(), 3);
}

TEST(IndependentCoordinates, MoveFollowersAsTheirLeadersDetermine) {
  for (int i = 0; i < 200; ++i) {
    const FollowerSample sample = random_follower_sample(i);
    const Model model(sample.description);
    IndependentCoordinates<double> coordinates(model);
    ASSERT_EQ(std::vector<int>(coordinates.independent().begin(), coordinates.independent().end()),
              sample.independent);
    std::vector<double> q = sample.q, v(sample.v.size()), u(sample.independent.size()), rates = u;
    for (const Follower& f : coordinates.followers()) q[std::size_t(f.q)] = 100;  // not read
    coordinates.follow(q);
    ASSERT_LE(relative_error(q, as_dense(sample.q)), 1e-13) << i;
    coordinates.select(sample.v, u);
    coordinates.expand(u, v);
    ASSERT_LE(relative_error(v, as_dense(sample.v)), 1e-13) << i;
    coordinates.select(sample.a, rates);
    coordinates.expand_rates(u, rates, v);
    ASSERT_LE(relative_error(v, as_dense(sample.a)), 1e-12) << i;
    coordinates.reduce(sample.tau, u);
    ASSERT_LE(relative_error(u, sample.N.transpose() * as_dense(sample.tau)), 1e-13) << i;
  }
}

TEST(IndependentCoordinates, HaveTheSlopesAndCurvaturesOfDifferences) {
  constexpr double step = 1e-5;
  for (int i = 0; i < 200; ++i) {
    const FollowerSample sample = random_follower_sample(i);
    const Model model(sample.description);
    IndependentCoordinates<double> coordinates(model);
    const auto followed = [&](double time) {
      std::vector<double> q(sample.q.size());
      model.integrate(sample.q, sample.v, time, q);
      coordinates.follow(q);
      return q;
    };
    const std::vector<double> before = followed(-step), after = followed(step);
    coordinates.update(sample.q);
    for (const Follower& f : coordinates.followers()) {
      const int g = coordinates.indices().column[std::size_t(f.v)];
      const double u = g < 0 ? 0 : sample.v[std::size_t(sample.independent[std::size_t(g)])];
      const auto q = std::size_t(f.q);
      const double scale =
          1 + std::abs(coordinates.curvature(f.v) * u * u) + std::abs(coordinates.slope(f.v) * u);
      EXPECT_NEAR((after[q] - before[q]) / (2 * step), coordinates.slope(f.v) * u, 1e-5 * scale) << i;
      EXPECT_NEAR((after[q] - 2 * sample.q[q] + before[q]) / (step * step),
                  coordinates.curvature(f.v) * u * u, 1e-3 * scale)
          << i;
    }
  }
}

TEST(IndependentCoordinates, RefuseJointsThatFollowTwiceOrInACycle) {
  Description twice = three_hinges();
  twice.couplings = {{.name = "belt", .joint = "a_joint", .leader = "b_joint"},
                     {.name = "chain", .joint = "a_joint", .leader = "c_joint"}};
  const std::string about_twice = complaint([&] { IndependentCoordinates<double>{Model(twice)}; });
  for (const char* part : {"'a_joint'", "'belt'", "'chain'"}) EXPECT_TRUE(contains(about_twice, part));

  Description cycle = three_hinges();
  cycle.couplings = {{.name = "to", .joint = "a_joint", .leader = "b_joint"},
                     {.name = "back", .joint = "b_joint", .leader = "a_joint"}};
  EXPECT_TRUE(contains(complaint([&] { IndependentCoordinates<double>{Model(cycle)}; }), "cycle"));
}

}  // namespace sinew::test::independent_coordinates_test
