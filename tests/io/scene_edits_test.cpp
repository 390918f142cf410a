// The keys `lock` and `payload` of a scene change the robot as the functions on descriptions do.
#include <gtest/gtest.h>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/io/load.hpp"
#include "sinew/io/scene.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/places.hpp"

namespace sinew::test::scene_edits_test {

SceneResult read(const std::string& more) {
  return read_scene_text("model: arm7.urdf\n" + more, source_folder() + "/models/scene.yaml");
}

std::vector<double> gravity_of(const Model& model) {
  Workspace<double> work(model);
  std::vector<double> q(std::size_t(model.position_size()), 0.3), tau(q.size());
  gravity_force(work, q, tau);
  return tau;
}

TEST(SceneEdits, LockJointsAndAttachPayloads) {
  const SceneResult result = read(
      "lock: {joint3: 0.2, joint5: initial}\n"
      "payload:\n  - {body: tool, mass: 2, com: [0, 0, 0.1]}\n  - {body: link4, mass: 1, box: [0.1, 0.2, "
      "0.3]}\n");
  ASSERT_TRUE(result.scene) << result.findings.to_string();
  const Model& robot = result.scene->robots.at(0).model;
  Description expected = load(model_path("arm7.urdf")).description();
  expected = with_payload(expected, {.name = "a", .body = "tool", .inertial = {2, {0, 0, 0.1}, {}}});
  const double k = 1.0 / 12;
  expected = with_payload(
      expected, {.name = "b", .body = "link4", .inertial = {1, {}, {k * 0.13, 0, 0, k * 0.1, 0, k * 0.05}}});
  const LockedJoint locked[] = {{.joint = "joint3", .q = {0.2}}, {.joint = "joint5"}};
  EXPECT_EQ(gravity_of(robot), gravity_of(Model(with_locked_joints(expected, locked))));
  EXPECT_EQ(robot.velocity_size(), 5);
}

TEST(SceneEdits, CutLoops) {
  const std::string file = source_folder() + "/models/scene.yaml";
  const SceneResult result = read_scene_text("model: four_bar.urdf\ncut: closing_joint\n", file);
  ASSERT_TRUE(result.scene) << result.findings.to_string();
  EXPECT_FALSE(result.scene->robots.at(0).model.is_closed());
  const SceneResult wrong = read_scene_text("model: four_bar.urdf\ncut: [closing]\n", file);
  EXPECT_TRUE(contains(wrong.findings.to_string(),
                       "expected one of crank_joint, coupler_joint, rocker_joint, closing_joint"));
}

TEST(SceneEdits, NameTheLineOfAnError) {
  const auto errors = [](const std::string& more) { return read(more).findings.to_string(); };
  EXPECT_TRUE(contains(errors("lock: {joint9: 1}\n"), "scene.yaml:2: error: lock"));
  EXPECT_TRUE(contains(errors("lock: [joint3]\n"), "expected a map of joints"));
  EXPECT_TRUE(contains(errors("payload:\n  - {body: tol, mass: 1}\n"), "scene.yaml:3: error"));
  EXPECT_TRUE(contains(errors("payload:\n  - {body: tool}\n"), "has no mass"));
}

}  // namespace sinew::test::scene_edits_test
