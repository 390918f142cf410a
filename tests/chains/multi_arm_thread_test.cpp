// One thread per arm gives the same numbers as a single thread. Also runs under ThreadSanitizer.
#include <gtest/gtest.h>

#include "tests/support/arms_together.hpp"

namespace sinew::test::multi_arm_thread_test {

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

}  // namespace sinew::test::multi_arm_thread_test
