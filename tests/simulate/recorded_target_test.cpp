// Targets of controllers in the records, compared with trajectories by hand.
#include "sinew/simulate/controllers/recorded_target.hpp"

#include <gtest/gtest.h>

#include "sinew/io/results/result_csv.hpp"
#include "sinew/io/results/result_file.hpp"
#include "sinew/io/results/result_recorder.hpp"
#include "sinew/io/scene.hpp"
#include "tests/simulate/blocks.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::recorded_target_test {

using Texts = std::vector<std::string>;

Texts names_of(const Simulation& simulation) {
  Texts names;
  for (const TargetColumn& column : simulation.target_columns()) names.push_back(column.name);
  return names;
}

// From 0 to 1 m in 2 s: s = 10 x^3 - 15 x^4 + 6 x^5.
double minimum_jerk(double t) {
  const double x = t / 2;
  return x * x * x * (10 - 15 * x + 6 * x * x);
}

SimulationPlan driven_plan() {
  SimulationPlan plan = plan_of(2);
  plan.options.record_interval = 0.5;
  plan.controllers = {
      {.law = ComputedTorquePlan{.joints = {"b"}, .target = {.times = {0, 2}, .values = {{5, 0}, {5, 1}}}}}};
  return plan;
}

Description two_blocks() {
  return blocks({block("a", "", 1, {1, 0, 0}, {}), block("b", "", 1, {1, 0, 0}, {})});
}

struct Collected : Recorder {
  void record(const sinew::Sample& sample) override {
    ASSERT_EQ(sample.targets.size(), 1u);
    t.push_back(sample.t);
    value.push_back(sample.targets[0]);
  }
  std::vector<double> t, value;
};

TEST(RecordedTarget, OfJointsIsRecordedForThoseWithMotors) {
  Simulation simulation = make_simulation({.whole = Model(two_blocks())}, driven_plan());
  EXPECT_EQ(names_of(simulation), (Texts{"b"}));
  EXPECT_EQ(simulation.target_columns()[0].unit, "m");
  Collected collected;
  Recorder* const recorders[] = {&collected};
  simulation.run(recorders);
  ASSERT_EQ(collected.t.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(collected.value[i], minimum_jerk(collected.t[i]), 1e-14);
}

TEST(RecordedTarget, OfAPoseHasSevenColumnsAndIsTheFramesStartWithoutWaypoints) {
  SimulationPlan plan = plan_of(0.01);
  plan.controllers = {
      {.law = OperationalSpacePlan{.frame = "b"}}, {.law = JointPdPlan{}}, {.law = JointPdPlan{}}};
  Simulation simulation = make_simulation({.whole = Model(two_blocks()), .state = {.q = {0.1, 0.2}}}, plan);
  EXPECT_EQ(names_of(simulation),
            (Texts{"b x", "b y", "b z", "b qw", "b qx", "b qy", "b qz", "a", "b", "a 2", "b 2"}));
}

TEST(RecordedTarget, OfAnArmHasTheArmsName) {
  const Scene scene = load_scene(model_path("three_arm_release.yaml"));
  SimulationPlan plan = scene.simulation;
  Simulation simulation = make_simulation(simulated(scene), plan);
  EXPECT_EQ(names_of(simulation).at(0), "plate x");
  plan.controllers = {{.robot = "second", .law = JointPdPlan{.joints = {"joint2"}}}};
  EXPECT_EQ(names_of(make_simulation(simulated(scene), plan)), (Texts{"second/joint2"}));
}

TEST(RecordedTarget, IsWrittenToResultFilesAndTables) {
  const TemporaryFolder folder;
  const Model model{two_blocks()};
  const SimulationPlan plan = driven_plan();
  Simulation simulation = make_simulation({.whole = model}, plan);
  const std::vector<TargetColumn> targets = simulation.target_columns();
  ResultRecorder result(folder / "run.h5", model, plan.options, {.scene = "blocks"}, targets);
  CsvRecorder table(folder / "run.csv", model, plan.options, targets);
  Recorder* const recorders[] = {&result, &table};
  const SimulationReport report = simulation.run(recorders);
  EXPECT_EQ(result.finish(report), "");
  table.finish();
  const ResultFile file(folder / "run.h5");
  EXPECT_EQ(file.array("target").units, (Texts{"m"}));
  const std::vector<double> column = file.column("target", "b");
  ASSERT_EQ(column.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(column[i], minimum_jerk(0.5 * double(i)), 1e-14);
  EXPECT_NE(content_of(folder / "run.csv").find(",target:b\n"), std::string::npos);
}

}  // namespace sinew::test::recorded_target_test
