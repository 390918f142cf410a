// Runs scenes of models/classics as `sinew simulate` does, and collects their records.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "sinew/io/scene.hpp"
#include "tests/support/places.hpp"

namespace sinew::test {

struct Recorded : Recorder {
  struct Row {
    double t;
    std::vector<double> q, v;
    std::vector<Transform<double>> frames;
  };
  std::vector<Row> rows{};

  void record(const sinew::Sample& sample) override {
    rows.push_back({sample.t,
                    {sample.q.begin(), sample.q.end()},
                    {sample.v.begin(), sample.v.end()},
                    {sample.frames.begin(), sample.frames.end()}});
  }
  const Row& at(double t) const {
    for (const Row& row : rows) {
      if (std::abs(row.t - t) < 1e-9) return row;
    }
    throw std::out_of_range("nothing was recorded at t = " + std::to_string(t));
  }
};

struct Classic {
  SimulatedScene scene;
  SimulationPlan plan;
  Recorded recorded{};
  SimulationReport report{};

  // `name`: of a file in models/classics.
  explicit Classic(const std::string& name) : Classic(load_scene(folder() + name + ".yaml")) {}
  explicit Classic(const Scene& read) : scene(simulated(read)), plan(read.simulation) {}
  Classic(const Model& model, const State& state, const SimulationPlan& how)
      : scene{.whole = model, .state = state}, plan(how) {}

  static std::string folder() { return source_folder() + "/models/classics/"; }

  void try_to_run() {
    recorded.rows.clear();
    Recorder* const recorders[] = {&recorded};
    report = make_simulation(scene, plan).run(recorders);
  }
  const Recorded& run() {
    try_to_run();
    EXPECT_EQ(report.end, RunEnd::finished) << report.why;
    return recorded;
  }
  // Runs the scene as it is, and then with looser tolerances and only the requested records, so that only the tolerance
  // determines the length of steps. check: of the tolerance
  template <class Check>
  void run_with_tolerances(double interval, const Check& check) {
    run();
    check(plan.integrator.relative_tolerance);
    plan.options.record_interval = interval;
    for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
      SCOPED_TRACE(tolerance);
      plan.integrator.relative_tolerance = tolerance;
      plan.integrator.absolute_tolerance = tolerance / 10;
      run();
      check(tolerance);
    }
  }
  double relative_energy_error() const { return report.worst_energy_error / report.energy_scale; }
};

// The largest difference of corresponding numbers.
template <class Numbers>
double distance(const Numbers& numbers, const std::vector<double>& expected) {
  double most = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) most = std::max(most, std::abs(numbers[i] - expected[i]));
  return most;
}
inline double distance(const Vector3<double>& a, const Vector3<double>& b) {
  return norm(a - b);
}

}  // namespace sinew::test
