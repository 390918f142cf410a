// A team of threads by itself. Also runs under ThreadSanitizer.
#include "sinew/base/team.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace sinew::test::team_thread_test {

TEST(TeamThreads, EachTaskAlwaysRunsOnTheSameMember) {
  for (const int members : {1, 2, 3, 8}) {
    detail::Team team(members);
    ASSERT_EQ(team.size(), members);
    for (const int count : {0, 1, 2, 7, 100}) {
      std::vector<std::thread::id> by(static_cast<std::size_t>(count)), again = by;
      team.for_each(count, [&](int i) { by[std::size_t(i)] = std::this_thread::get_id(); });
      team.for_each(count, [&](int i) { again[std::size_t(i)] = std::this_thread::get_id(); });
      EXPECT_EQ(by, again);
      if (count > 0) {
        EXPECT_EQ(by[0], std::this_thread::get_id());
      }
      for (std::size_t i = std::size_t(members); i < by.size(); ++i)
        EXPECT_EQ(by[i], by[i - std::size_t(members)]);
    }
  }
}

TEST(TeamThreads, SleepingMembersAreWoken) {
  detail::Team team(3);
  std::vector<int> done(3);
  for (int round = 1; round <= 3; ++round) {
    team.run([&](int member) { ++done[std::size_t(member)]; });
    EXPECT_EQ(done, std::vector<int>(3, round));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

TEST(TeamThreads, RethrowTheExceptionOfTheFirstMember) {
  for (const int members : {1, 2, 5}) {
    detail::Team team(members);
    for (int thrower = 0; thrower < members; ++thrower) {
      std::vector<int> done(static_cast<std::size_t>(members));
      try {
        team.run([&](int member) {
          ++done[std::size_t(member)];
          if (member >= thrower) throw std::domain_error(std::to_string(member));
        });
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::domain_error& error) {
        EXPECT_EQ(error.what(), std::to_string(thrower));
      }
      EXPECT_EQ(done, std::vector<int>(std::size_t(members), 1));  // the others finish first
      EXPECT_NO_THROW(team.run([](int) {}));
    }
  }
}

TEST(TeamThreads, BelongToTheTeamAfterAMove) {
  detail::Team team(3), other;
  EXPECT_EQ(other.size(), 1);
  other = std::move(team);
  std::vector<int> done(10);
  other.for_each(10, [&](int i) { ++done[std::size_t(i)]; });
  EXPECT_EQ(other.size(), 3);
  EXPECT_EQ(done, std::vector<int>(10, 1));
}

TEST(TeamThreads, AreAsManyAsRequested) {
  EXPECT_EQ(detail::thread_count(5), 5);
  EXPECT_GE(detail::thread_count(0), 1);
  EXPECT_THROW(detail::thread_count(-1), std::invalid_argument);
  EXPECT_EQ(detail::Team(0).size(), 1);
}

}  // namespace sinew::test::team_thread_test
