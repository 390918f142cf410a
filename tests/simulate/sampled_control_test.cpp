// The default integrator with sampled controllers: it meets every sample, and takes few evaluations for each.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/simulate/make_simulation.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::sampled_control_test {

constexpr double period = 1e-3;

// A PD law that notes the times at which it is called.
class NotedPd : public Controller {
 public:
  explicit NotedPd(std::vector<double>& times) : times_(times) {}
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override {
    times_.push_back(t);
    for (std::size_t i = 0; i < tau.size(); ++i) tau[i] = 20 * (1 - q[i]) - 5 * v[i];
  }

 private:
  std::vector<double>& times_;
};

struct SampledRun {
  std::vector<double> times;
  SimulationState end;
  SimulationReport report;
};

SampledRun sampled_run(const IntegratorOptions& integrator) {
  const Model model(double_pendulum(1, 1, 1, 1));
  Simulation simulation(model, {}, {.duration = 1, .record_interval = 0.5});
  SampledRun run;
  simulation.add(std::make_unique<NotedPd>(run.times), period);
  simulation.set_integrator(integrator);
  run.report = simulation.run();
  run.end = simulation.state();
  return run;
}

TEST(SampledControl, TheDefaultIntegratorMeetsEverySampleOnce) {
  const SampledRun run = sampled_run({});
  ASSERT_EQ(run.report.end, RunEnd::finished);
  ASSERT_EQ(run.times.size(), 1001u);
  for (std::size_t i = 0; i < run.times.size(); ++i) EXPECT_NEAR(run.times[i], double(i) * period, 1e-12);
}

TEST(SampledControl, TheDefaultIntegratorTakesOneShortStepForEachSample) {
  const SampledRun run = sampled_run({});
  EXPECT_LE(run.report.steps, 1100);
  EXPECT_LE(run.report.evaluations, 8 * run.report.steps);
  EXPECT_LT(run.report.worst_energy_error, 1e-7);
}

TEST(SampledControl, TheDefaultIntegratorIsAsAccurateAsItsTolerance) {
  const SampledRun adaptive = sampled_run({}),
                   fine = sampled_run({.kind = IntegratorKind::rk4, .step = 1e-4});
  for (const std::size_t i : {0, 1}) {
    EXPECT_NEAR(adaptive.end.q[i], fine.end.q[i], 1e-8);
    EXPECT_NEAR(adaptive.end.v[i], fine.end.v[i], 1e-8);
  }
}

}  // namespace sinew::test::sampled_control_test
