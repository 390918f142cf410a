// Reads `optimize` and the controller `lqr` of scenes: each key with its default, and mistakes.
#include <gtest/gtest.h>

#include "sinew/io/scene.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::scene_optimize_test {

using Numbers = std::vector<double>;

const std::string models = source_folder() + "/models/";
const std::string arm = "model: arm6.urdf\nq: {joint2: 0.4}\n";

SceneResult read(const std::string& text) {
  return read_scene_text(arm + text, models + "test.yaml");
}
OptimizePlan plan_of(const std::string& text) {
  SceneResult result = read(text);
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string() << text;
  return result.scene.value().optimize.value();
}
std::string mistake_in(const std::string& text) {
  return read(text).findings.to_string();
}

TEST(SceneOptimize, DefaultsAreThoseOfThePlan) {
  const OptimizePlan plan = plan_of("simulation: {duration: 3}\noptimize: {}\n"), defaults;
  EXPECT_EQ(plan.duration, 3);
  EXPECT_EQ(plan.step, defaults.step);
  EXPECT_EQ(plan.integrator, defaults.integrator);
  EXPECT_EQ(plan.target, (Numbers{0, 0.4, 0, 0, 0, 0}));
  EXPECT_EQ(plan.torque_cost, defaults.torque_cost);
  EXPECT_EQ(plan.running.position, defaults.running.position);
  EXPECT_EQ(plan.final.velocity, defaults.final.velocity);
  EXPECT_TRUE(plan.torque_limits.empty() && plan.joints.empty() && !plan.frame_target);
  EXPECT_EQ(plan.iterations, defaults.iterations);
  EXPECT_EQ(plan.tolerance, defaults.tolerance);
  EXPECT_FALSE(read("").scene.value().optimize.has_value());
}

TEST(SceneOptimize, EveryKeyIsRead) {
  const OptimizePlan plan = plan_of(
      "optimize:\n"
      "  joints: [joint1, joint2]\n"
      "  duration: 500ms\n"
      "  step: 0.02\n"
      "  integrator: semi_implicit_euler\n"
      "  target: {joint1: 1, joint3: -0.5}\n"
      "  torque_cost: [0.1, 0.2]\n"
      "  torque_limits: 30\n"
      "  running: {position: 2, velocity: [1, 2, 3, 4, 5, 6]}\n"
      "  final: {position: [6, 5, 4, 3, 2, 1], velocity: 7}\n"
      "  frame_target: {frame: tool, position: [1, 2, 3], position_cost: 8}\n"
      "  iterations: 12\n"
      "  tolerance: 1e-9\n");
  EXPECT_EQ(plan.joints, (std::vector<std::string>{"joint1", "joint2"}));
  EXPECT_EQ(plan.duration, 0.5);
  EXPECT_EQ(plan.step, 0.02);
  EXPECT_EQ(plan.integrator, IntegratorKind::semi_implicit_euler);
  EXPECT_EQ(plan.target, (Numbers{1, 0.4, -0.5, 0, 0, 0}));
  EXPECT_EQ(plan.torque_cost, (Numbers{0.1, 0.2}));
  EXPECT_EQ(plan.torque_limits, Numbers{30});
  EXPECT_EQ(plan.running.velocity, (Numbers{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(plan.final.position, (Numbers{6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(plan.final.velocity, Numbers{7});
  ASSERT_TRUE(plan.frame_target);
  EXPECT_EQ(plan.frame_target->frame, "tool");
  EXPECT_EQ(plan.frame_target->pose.translation.z, 3);
  EXPECT_EQ(plan.frame_target->position_cost, 8);
  EXPECT_EQ(plan.frame_target->rotation_cost, 0);  // no rotation was given
  EXPECT_EQ(plan.iterations, 12);
  EXPECT_EQ(plan.tolerance, 1e-9);
}

TEST(SceneOptimize, MistakesAreNamed) {
  EXPECT_TRUE(contains(mistake_in("optimize: {step: 0}\n"), "step: got 0, expected a number above 0"));
  EXPECT_TRUE(contains(mistake_in("optimize: {steps: 1}\n"), "steps"));
  EXPECT_TRUE(contains(mistake_in("optimize: {joints: [elbow]}\n"), "unknown joint 'elbow'"));
  EXPECT_TRUE(
      contains(mistake_in("optimize: {running: {position: [1, 2]}}\n"), "got 2 numbers, expected 1, or 6"));
  EXPECT_TRUE(contains(mistake_in("optimize: {integrator: variational}\n"), "unknown word 'variational'"));
  EXPECT_TRUE(
      contains(mistake_in("optimize: {frame_target: {frame: tool}}\n"), "has neither position nor rotation"));
}

TEST(SceneOptimize, TheControllerLqrIsReadAndTried) {
  SceneResult result = read(
      "simulation: {controllers: [{kind: lqr, position_cost: 9, velocity_cost: 2, torque_cost: 0.5, period: "
      "0.01}]}\n");
  ASSERT_FALSE(result.findings.has_errors()) << result.findings.to_string();
  const auto& law = std::get<LqrPlan>(result.scene->simulation.controllers.at(0).law);
  EXPECT_EQ(law.position_cost, Numbers{9});
  EXPECT_EQ(law.velocity_cost, Numbers{2});
  EXPECT_EQ(law.torque_cost, Numbers{0.5});
  EXPECT_TRUE(contains(mistake_in("simulation: {controllers: [{kind: lqr, joints: [joint1]}]}\n"),
                       "the target of lqr is not an equilibrium: 'joint2' has no motor"));
  EXPECT_TRUE(contains(mistake_in("simulation: {controllers: [{kind: lqr, torque_cost: 0}]}\n"),
                       "R is not positive definite"));
}

}  // namespace sinew::test::scene_optimize_test
