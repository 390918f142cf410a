// `sinew optimize`: the shipped scenes reach their targets, in the search and in the simulation that follows.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "sinew/io/results/result_file.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::optimize_test {

using nlohmann::json;

json optimize(const std::string& scene, const TemporaryFolder& folder) {
  const Outcome outcome = run_program({"optimize", model_path(scene), "-o", folder / "run.h5", "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  return outcome.exit_code == 0 ? json::parse(outcome.output) : json();
}

TEST(OptimizeProgram, TheDoublePendulumSwingsUp) {
  const TemporaryFolder folder;
  const json report = optimize("swing_up.yaml", folder);
  EXPECT_TRUE(report.at("converged")) << report.at("why");
  EXPECT_NEAR(report.at("q")[0], std::acos(-1), 0.03);
  EXPECT_NEAR(report.at("q")[1], 0, 0.05);
  const ResultFile result(folder / "run.h5");
  ASSERT_GT(result.rows(), 100u);
  const std::vector<double> q = result.read("q", result.rows() - 1, 1);
  EXPECT_NEAR(q[0], std::acos(-1), 0.03);
  EXPECT_NEAR(q[1], 0, 0.05);
}

TEST(OptimizeProgram, TheArmReachesItsPose) {
  const TemporaryFolder folder;
  const json report = optimize("arm7_reach.yaml", folder);
  EXPECT_TRUE(report.at("converged")) << report.at("why");
  EXPECT_EQ(report.at("simulation").at("end"), "finished");
}

TEST(OptimizeProgram, AnInterruptedSearchSimulatesTheBestMotionSoFar) {
  const TemporaryFolder folder;
  std::ofstream(folder / "slow.yaml") << "model: " << model_path("arm7.urdf") << "\n"
                                      << "optimize:\n  duration: 4\n  step: 0.001\n"
                                         "  target: {joint1: 1, joint2: 1}\n  final: {position: 1000}\n"
                                         "  iterations: 1000000\n  tolerance: 1e-300\n";
  RunningProgram program({"optimize", folder / "slow.yaml", "-o", folder / "run.h5", "--json"});
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  program.send(SIGINT);
  const Outcome outcome = program.wait();
  ASSERT_EQ(outcome.exit_code, 0) << outcome.notes;
  const json report = json::parse(outcome.output);
  EXPECT_EQ(report.at("why"), "the search was interrupted");
  EXPECT_EQ(ResultFile(folder / "run.h5").status(), "finished");
}

TEST(OptimizeProgram, ALimitOfZeroIsRefused) {
  const TemporaryFolder folder;
  std::ofstream(folder / "weak.yaml") << "model: " << model_path("classics/double_pendulum.urdf") << "\n"
                                      << "optimize:\n  duration: 1\n  torque_limits: [5, 0]\n";
  const Outcome outcome = run_program({"optimize", folder / "weak.yaml", "-o", folder / "run.h5"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "torque_limits: expected numbers above 0")) << outcome.notes;
}

TEST(OptimizeProgram, ScenesWithoutTheSectionAreRefused) {
  const Outcome outcome = run_program({"optimize", model_path("four_bar.yaml")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.notes, "has no section optimize; expected one with the target"));
}

TEST(OptimizeProgram, ASearchThatDoesNotEndWarns) {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_program({"optimize", model_path("swing_up.yaml"), "-o", folder / "run.h5", "--iterations", "2"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.notes;
  EXPECT_TRUE(contains(outcome.notes, "the search did not end after 2 iterations"));
  EXPECT_TRUE(starts_with(outcome.output, "search "));
}

}  // namespace sinew::test::optimize_test
