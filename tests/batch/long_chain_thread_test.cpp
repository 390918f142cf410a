// Blocks on several threads give the same bits as on one. Run under ThreadSanitizer as well.
#include <gtest/gtest.h>

#include "tests/batch/chain_case.hpp"

namespace sinew::test {
namespace {

TEST(LongChainThreads, GiveTheSameBitsAsOneThread) {
  for (int sample = 0; sample < 6; ++sample) {
    const Description description =
        sample % 2 == 0 ? random_chain(400, std::uint64_t(sample)) : mixed_chain(60, std::uint64_t(sample));
    ChainCase chain(description);
    LongChain<double> alone(chain.model, {.threads = 1, .blocks = 6});
    chain.solve(alone);
    const std::vector<double> expected = chain.a;
    for (const int threads : {2, 3, 6}) {
      LongChain<double> several(chain.model, {.threads = threads, .blocks = 6});
      for (int repeat = 0; repeat < 10; ++repeat) {
        std::fill(chain.a.begin(), chain.a.end(), 0);
        chain.solve(several);
        ASSERT_EQ(chain.a, expected) << "sample " << sample << ", " << threads << " threads";
      }
    }
  }
}

}  // namespace
}  // namespace sinew::test
