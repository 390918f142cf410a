// Blocks on several threads give the same bits as on one. Also runs under ThreadSanitizer.
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/batch/chain_case.hpp"

namespace sinew::test::long_chain_thread_test {

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

// Rotates about z, and throws for angles beyond its range.
class Hinge : public CustomJoint {
 public:
  int dofs() const override { return 1; }
  void evaluate(std::span<const double> q, std::span<const double>, JointMotion& motion) const override {
    if (q[0] > 3) throw std::range_error("beyond the stop");
    motion.pose = {rotation_about({0, 0, 1}, q[0]), {}};
    motion.axes[0] = {{0, 0, 1}, {}};
    motion.bias = {};
  }
};

TEST(LongChainThreads, RethrowTheExceptionOfACustomJoint) {
  Description description = random_chain(30, 1);
  description.bodies[20].joint.kind = JointKind::custom;
  description.bodies[20].joint.custom = std::make_shared<Hinge>();
  ChainCase chain(description);
  for (const int threads : {1, 3}) {
    LongChain<double> solver(chain.model, {.threads = threads, .blocks = 3});
    chain.q[20] = 1;
    EXPECT_LE(chain.solve(solver), 1e-12);
    chain.q[20] = 4;
    EXPECT_THROW(solver.forward_dynamics(chain.blocked, chain.q, chain.v, chain.tau, chain.a),
                 std::range_error);
  }
}

}  // namespace sinew::test::long_chain_thread_test
