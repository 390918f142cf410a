// Threads of a batch give the same bits for any number of threads. Also runs under ThreadSanitizer.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "sinew/batch/batch.hpp"
#include "sinew/batch/workers.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::batch_thread_test {

TEST(Workers, DoEveryTaskOnceAndNeverShareMemory) {
  for (const int threads : {1, 2, 3, 8}) {
    Workers workers(threads);
    ASSERT_EQ(workers.count(), threads);
    for (const std::size_t count : {0, 1, 2, 7, 1000}) {
      std::vector<int> done(count);
      std::vector<std::atomic<int>> busy(static_cast<std::size_t>(threads));
      std::atomic<bool> shared{false};
      workers.for_each(count, [&](int worker, std::size_t i) {
        if (busy[std::size_t(worker)]++ != 0) shared = true;
        ++done[i];
        --busy[std::size_t(worker)];
      });
      EXPECT_EQ(done, std::vector<int>(count, 1));
      EXPECT_FALSE(shared);
    }
  }
}

TEST(Workers, RethrowTheExceptionOfATask) {
  for (const int threads : {1, 3}) {
    Workers workers(threads);
    EXPECT_THROW(workers.for_each(100,
                                  [](int, std::size_t i) {
                                    if (i == 41) throw std::domain_error("41");
                                  }),
                 std::domain_error);
    std::atomic<int> count{0};
    workers.for_each(10, [&](int, std::size_t) { ++count; });
    EXPECT_EQ(count, 10);
  }
  EXPECT_THROW(Workers(-1), std::invalid_argument);
}

TEST(BatchThreads, GiveTheSameBitsForAnyNumberOfThreadsAndAnyPosition) {
  const Description description = random_sample(31).description;
  const Model model(description);
  const auto q_size = std::size_t(model.position_size()), v_size = std::size_t(model.velocity_size());
  // The same 13 states repeatedly, so that each is at many positions.
  const std::size_t different = 13, count = 13 * 29;
  Random random{1};
  std::vector<double> q, v, tau;
  for (std::size_t i = 0; i < count; ++i) {
    const auto append = [&](std::vector<double>& to, std::size_t size, const std::vector<double>& fresh) {
      if (i < different) {
        to.insert(to.end(), fresh.begin(), fresh.end());
      } else {
        for (std::size_t k = 0; k < size; ++k) to.push_back(to[to.size() - different * size]);
      }
    };
    append(q, q_size, random_position(description, random));
    append(v, v_size, random_velocity(description, random));
    append(tau, v_size, random_velocity(description, random));
  }
  std::vector<double> expected;
  for (const int threads : {1, 2, 3, 8}) {
    Batch<double> batch(model, {.threads = threads});
    ASSERT_EQ(batch.threads(), threads);
    for (int repeat = 0; repeat < 3; ++repeat) {
      std::vector<double> a(v.size());
      EXPECT_TRUE(batch.forward_dynamics(q, v, tau, a).all_computed());
      if (expected.empty()) expected = a;
      EXPECT_EQ(a, expected);
      for (std::size_t i = different * v_size; i < a.size(); ++i) EXPECT_EQ(a[i], a[i - different * v_size]);
    }
  }
}

TEST(BatchThreads, CountTheStatesThatFailed) {
  const Model model(random_chain(4, 1));
  const std::size_t count = 1001;
  for (const int threads : {1, 2, 3}) {
    Batch<double> batch(model, {.threads = threads});
    std::vector<double> q(4 * count, 0.3), v(4 * count, -0.2), tau(4 * count, 1), a(4 * count);
    for (const std::size_t bad : {77u, 78u, 500u, 1000u})
      q[4 * bad + 2] = std::numeric_limits<double>::infinity();
    const BatchReport report = batch.forward_dynamics(q, v, tau, a);
    EXPECT_EQ(report.failed, 4u);
    EXPECT_EQ(report.first_failed, 77u);
  }
}

}  // namespace sinew::test::batch_thread_test
