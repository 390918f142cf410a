// One const Model is shared by many threads, each with its own workspace. Also runs under ThreadSanitizer.
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/subject.hpp"

namespace sinew::test::thread_test {

TEST(Threads, ShareOneModelAndGetTheResultsOfASingleThread) {
  for (const int index : {3, 7, 15, 31}) {
    Subject alone(random_sample(index));
    const Sample& sample = alone.sample;
    std::vector<double> expected_a = alone.zeros(), expected_tau = alone.zeros();
    forward_dynamics(alone.work, sample.q, sample.v, sample.tau, expected_a, alone.environment());
    inverse_dynamics(alone.work, sample.q, sample.v, sample.a, expected_tau, alone.environment());
    Matrix<double> expected_mass(alone.dofs(), alone.dofs());
    mass_matrix(alone.work, sample.q, expected_mass);
    const double expected_energy = kinetic_energy(alone.work, sample.q, sample.v);

    const Model& model = alone.model;
    std::vector<int> wrong(8);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t) {
      threads.emplace_back([&, t] {
        Workspace<double> work(model);
        std::vector<double> a(expected_a.size()), tau(expected_tau.size());
        Matrix<double> mass(model.velocity_size(), model.velocity_size());
        for (int repeat = 0; repeat < 50; ++repeat) {
          forward_dynamics(work, sample.q, sample.v, sample.tau, a, alone.environment());
          inverse_dynamics(work, sample.q, sample.v, sample.a, tau, alone.environment());
          mass_matrix(work, sample.q, mass);
          update_velocities(work, sample.q, sample.v);
          const bool same = a == expected_a && tau == expected_tau &&
                            as_dense(mass) == as_dense(expected_mass) &&
                            kinetic_energy(work, sample.q, sample.v) == expected_energy &&
                            model.frame(model.frames().back().name).value > 0;
          wrong[t] += same ? 0 : 1;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (const int count : wrong) EXPECT_EQ(count, 0);
  }
}

}  // namespace sinew::test::thread_test
