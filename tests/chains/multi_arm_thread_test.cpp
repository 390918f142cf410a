// One thread per arm gives the same numbers as one for all. Run under ThreadSanitizer as well.
#include <gtest/gtest.h>

#include <array>

#include "sinew/chains/team.hpp"
#include "tests/support/arms_together.hpp"

namespace sinew::test {
namespace {

TEST(MultiArmThreads, GiveTheSameNumbersAsOneThread) {
  for (int i = 0; i < 30; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 2 == 0});
    Together alone(sample), several(sample, 4);
    for (int repeat = 0; repeat < 20; ++repeat) {
      alone.tau[0] += 1, several.tau[0] += 1;
      alone.solve();
      several.solve();
      ASSERT_EQ(alone.a, several.a) << i;
      ASSERT_EQ(alone.row_forces(), several.row_forces()) << i;
    }
  }
}

TEST(MultiArmThreads, SleepingMembersAreWoken) {
  Team team(3);
  std::array<int, 3> done{};
  for (int round = 1; round <= 3; ++round) {
    team.run([&](int member) { ++done[std::size_t(member)]; });
    for (const int count : done) EXPECT_EQ(count, round);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace
}  // namespace sinew::test
