// Batches and long chains do not allocate after the first call; the program replaces operator new to count.
#include <gtest/gtest.h>

#include "tests/batch/chain_case.hpp"
#include "tests/support/batch_states.hpp"
#include "tests/support/count_allocations.hpp"

namespace sinew::test::no_allocation_test {

TEST(NoAllocation, InBatches) {
  const Description description = random_sample(15).description;
  const Model model(description);
  const std::size_t count = 67, n = std::size_t(model.velocity_size());
  const States<double> states(description, count, 1);
  const FrameIndex frame = all_frames(model).back();
  for (const int threads : {1, 3}) {
    Batch<double> batch(model, {.threads = threads});
    std::vector<double> out(n * count), square(n * n * count), poses(12 * count), twists(6 * count),
        omega(36 * count), jacobian(6 * n * count);
    const auto everything = [&] {
      batch.forward_dynamics(states.q, states.v, states.x, out);
      batch.inverse_dynamics(states.q, states.v, states.x, out);
      batch.bias_force(states.q, states.v, out);
      batch.gravity_force(states.q, out);
      batch.mass_matrix(states.q, square);
      batch.inverse_mass_matrix(states.q, square);
      batch.poses(states.q, {&frame, 1}, poses);
      batch.velocities(states.q, states.v, {&frame, 1}, Reference::aligned, twists);
      batch.jacobian(states.q, frame, Reference::aligned, jacobian);
      batch.omega(states.q, frame, Reference::aligned, omega);
    };
    everything();
    const long before = allocations;
    for (int repeat = 0; repeat < 5; ++repeat) everything();
    EXPECT_EQ(allocations - before, 0) << threads << " threads";
  }
}

TEST(NoAllocation, InLongChains) {
  ChainCase chain(random_chain(200, 1));
  for (const int threads : {1, 3}) {
    LongChain<double> solver(chain.model, {.threads = threads, .blocks = 5});
    const long before = allocations;
    solver.forward_dynamics(chain.blocked, chain.q, chain.v, chain.tau, chain.a);
    EXPECT_EQ(allocations - before, 0) << threads << " threads";
  }
}

}  // namespace sinew::test::no_allocation_test
